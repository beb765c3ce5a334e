/** Whether a zigbee2mqtt says on its broker that it is there: asked once, and nothing is left behind. */
import { type BrokerAddress, connectBroker } from "./mqtt-client.ts";

const MAY_TAKE = 3_000; // milliseconds: a retained message comes at once

/** Undefined: the broker does not answer, or knows of none. */
export async function bridgeState(
  broker: BrokerAddress,
  base: string,
  clientId: string,
): Promise<"online" | "offline" | undefined> {
  if (!/^(mqtts?|tcp|wss?):\/\//.test(broker.url) || !URL.canParse(broker.url)) return undefined;
  const deadline = AbortSignal.timeout(MAY_TAKE);
  let leave = () => {};
  const state = new Promise<"online" | "offline" | undefined>((resolve) => {
    deadline.addEventListener("abort", () => resolve(undefined));
    const connection = connectBroker(
      { broker, protocol: 4, clientId },
      {
        up: () => connection.subscribe([`${base}/bridge/state`], true),
        down: () => resolve(undefined),
        message: ({ payload }) => resolve(stateIn(payload)),
        drained: () => {},
      },
    );
    leave = () => void connection.close();
  });
  return await state.finally(() => leave());
}

/** Of version 2 on it is JSON. */
function stateIn(payload: string): "online" | "offline" {
  return /^"?online"?$|"state"\s*:\s*"online"/.test(payload.trim()) ? "online" : "offline";
}
