/** Whether a broker answers, and lets the gateway in: the test connects once, and leaves again. */
import { type BrokerAddress, connectBroker } from "./mqtt-client.ts";
import type { Obstacle } from "./obstacles.ts";

type BrokerTest = { readonly ok: true } | { readonly ok: false; readonly why: Obstacle; readonly reason: string };

const CLIENT = "zigbee-gateway-test";

export function testBroker(broker: BrokerAddress): Promise<BrokerTest> {
  if (!URL.canParse(broker.url)) return Promise.resolve({ ok: false, why: "address", reason: "" });
  return new Promise((resolve) => {
    const connection = connectBroker(
      { broker, protocol: 4, clientId: CLIENT },
      {
        up: () => {
          void connection.close();
          resolve({ ok: true });
        },
        down: (why, reason) => resolve({ ok: false, why, reason }),
        message: () => {},
        drained: () => {},
      },
    );
  });
}
