/** One connection to a broker. The only file that knows mqtt.js, which is bundled into it when the package is built. */
import { connect as connectTcp, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import mqttClient from "mqtt/lib/client";
import { createWebSocketStream, WebSocket } from "ws";
import { type Obstacle, obstacleOf, reasonOf } from "./obstacles.ts";

export interface BrokerAddress {
  readonly url: string; // mqtt://host:1883; mqtts, ws and wss likewise
  readonly user?: string;
  readonly password?: string;
  readonly tls?: ConnectionOptions; // certificates, and whether those of the broker are checked
}

export interface BrokerMessage {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

export interface ConnectionListeners {
  up(): void;
  /** Told once: it never came up, or is no more. */
  down(why: Obstacle, reason: string): void;
  message(message: BrokerMessage): void;
  /** The broker has taken all that waited. */
  drained(): void;
}

export interface BrokerConnection {
  /** The broker has not taken yet the messages that it was sent. */
  readonly isFull: boolean;
  publish(message: BrokerMessage): void;
  /** `echoes`: also our own messages. */
  subscribe(filters: readonly string[], echoes: boolean): void;
  unsubscribe(filters: readonly string[]): void;
  /** Earlier messages still go out; kept when the connection is closed. */
  close(): Promise<void>;
}

interface ConnectOptions {
  readonly broker: BrokerAddress;
  readonly protocol: 4 | 5;
  readonly clientId: string;
  readonly will?: BrokerMessage; // the broker sends it when we are gone without a goodbye
}

export type ConnectBroker = (options: ConnectOptions, listeners: ConnectionListeners) => BrokerConnection;

const KEEPALIVE = 30; // seconds
const CONNECT_TIMEOUT = 10_000; // milliseconds
const LATEST_GOODBYE = 1_000; // milliseconds
const USUAL_PORTS: Readonly<Record<string, number>> = { "mqtt:": 1883, "tcp:": 1883 };
const USUAL_SECURE_PORT = 8883;

export const connectBroker: ConnectBroker = (options, listeners) => {
  let stream: Duplex | undefined;
  let isUp = false;
  let isOver = false;
  const over = (why: Obstacle, reason: string) => {
    if (isOver) return;
    isOver = true;
    listeners.down(why, reason);
    client.end(true);
  };
  const client = new mqttClient.default(() => {
    stream = streamTo(options.broker);
    stream.on("error", (error) => over(obstacleOf(error), reasonOf(error)));
    stream.on("drain", () => listeners.drained());
    return stream;
  }, clientOptions(options));
  client.on("connect", () => {
    if (isOver) return;
    isUp = true;
    listeners.up();
  });
  client.on("message", (topic, payload, { retain }) => {
    if (!isOver) listeners.message({ topic, payload: payload.toString(), retain });
  });
  client.on("error", (error) => over(obstacleOf(error), reasonOf(error)));
  client.on("close", () =>
    over(isUp ? "lost" : "refused", isUp ? "the connection was lost" : "it does not answer, or hangs up"),
  );
  client.connect();
  return {
    get isFull() {
      return stream?.writableNeedDrain === true;
    },
    publish: ({ topic, payload, retain }) => {
      if (isUp && !isOver) client.publish(topic, payload, { qos: 0, retain }, ignore);
    },
    subscribe: (filters, echoes) => {
      const own = options.protocol === 5 ? ({ qos: 0, nl: !echoes } as const) : ({ qos: 0 } as const);
      if (isUp && !isOver) client.subscribe([...filters], own, ignore);
    },
    unsubscribe: (filters) => {
      if (isUp && !isOver) client.unsubscribe([...filters], ignore);
    },
    close: async () => {
      isOver = true;
      if (isUp) await goodbye(client);
      else client.end(true);
      stream?.destroy();
    },
  };
};

function clientOptions({ broker, protocol, clientId, will }: ConnectOptions) {
  return {
    ...{ protocolVersion: protocol, clientId, keepalive: KEEPALIVE, connectTimeout: CONNECT_TIMEOUT },
    ...{ clean: true, reconnectPeriod: 0, resubscribe: false, queueQoSZero: false, manualConnect: true },
    ...(broker.user ? { username: broker.user } : {}),
    ...(broker.password ? { password: broker.password } : {}),
    ...(will && {
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1 as const, retain: will.retain },
    }),
  };
}

/** Kept when the broker has the messages published before, or does not take them in time. */
function goodbye(client: InstanceType<typeof mqttClient.default>): Promise<void> {
  return new Promise((resolve) => {
    const deadline = AbortSignal.timeout(LATEST_GOODBYE);
    const done = () => {
      deadline.removeEventListener("abort", done);
      resolve();
    };
    deadline.addEventListener("abort", done);
    client.end(false, {}, done);
  });
}

/** A broker that refuses a message says so by closing the connection. */
function ignore(): void {}

function streamTo({ url, tls = {} }: BrokerAddress): Duplex {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === "ws:" || protocol === "wss:") {
    const socket = new WebSocket(url, "mqtt", { ...tls, perMessageDeflate: false, handshakeTimeout: CONNECT_TIMEOUT });
    return createWebSocketStream(socket);
  }
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const usual = USUAL_PORTS[protocol];
  // A small packet that waits for the answer to the one before it would wait for 40 ms.
  if (usual !== undefined) return connectTcp({ host, port: Number(port) || usual, noDelay: true });
  const named = isIP(host) === 0 ? { servername: host } : {};
  const socket = connectTls({ host, port: Number(port) || USUAL_SECURE_PORT, ...named, ...tls });
  return socket.setNoDelay(true);
}
