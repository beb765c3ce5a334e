/** A broker in this process, and a client at it that hears everything. */
import type { AddressInfo } from "node:net";
import { connect as connectTcp, createServer, type Server, type Socket } from "node:net";
import {
  type ConnectionOptions,
  connect as connectTls,
  createServer as createTlsServer,
  type TlsOptions,
} from "node:tls";
import { Aedes } from "aedes";
import mqttClient from "mqtt/lib/client";
import { until } from "./virtual-home.ts";

export interface TestBroker {
  readonly url: string;
  readonly port: number;
  /** Topic → its last message; an empty one is absent. */
  readonly last: Map<string, string>;
  readonly all: (readonly [topic: string, payload: string])[];
  /** How often a client has subscribed to a topic. */
  readonly subscriptions: number;
  json(topic: string): Record<string, unknown>;
  said(topic: string): Promise<string>;
  send(topic: string, payload: unknown, retain?: boolean): void;
  /** The messages that a client which connects now would be told. */
  retained(): Promise<ReadonlyMap<string, string>>;
  /** All connections are cut; no broker answers until it starts again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** All connections are cut, and retained messages are still there. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface BrokerOptions {
  readonly user?: string;
  readonly password?: string;
  readonly tls?: TlsOptions; // then it speaks nothing else
}

/** The part of the broker's memory that is used here; its types leave it out. */
interface Kept {
  createRetainedStream(pattern: string): AsyncIterable<{ readonly topic: string; readonly payload: Buffer }>;
}

export async function openBroker(options: BrokerOptions = {}): Promise<TestBroker> {
  let port = 0;
  let aedes: Aedes;
  let server: Server;
  let subscriptions = 0;
  const sockets = new Set<Socket>();
  const last = new Map<string, string>();
  const all: (readonly [string, string])[] = [];
  const start = async () => {
    aedes = await Aedes.createBroker();
    const { user, password } = options;
    if (user !== undefined)
      aedes.authenticate = (_, name, given, done) => {
        if (name === user && String(given) === password) return done(null, true);
        done(Object.assign(new Error("Auth error"), { returnCode: 4 }) as never, false);
      };
    aedes.on("subscribe", () => {
      subscriptions += 1;
    });
    aedes.on("publish", ({ topic, payload }) => {
      if (topic.startsWith("$SYS")) return;
      const text = payload.toString();
      all.push([topic, text]);
      if (text === "") last.delete(topic);
      else last.set(topic, text);
    });
    const attend = (socket: Socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      aedes.handle(socket);
    };
    server = options.tls ? createTlsServer(options.tls, attend) : createServer(attend);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  };
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await new Promise<void>((resolve) => aedes.close(resolve));
  };
  await start();
  const broker: TestBroker = {
    get url() {
      return `${options.tls ? "mqtts" : "mqtt"}://127.0.0.1:${port}`;
    },
    get subscriptions() {
      return subscriptions;
    },
    get port() {
      return port;
    },
    last,
    all,
    json: (topic) => JSON.parse(last.get(topic) ?? "null"),
    said: async (topic) => {
      await until(() => last.has(topic), `nothing was said at ${topic}`);
      return last.get(topic) ?? "";
    },
    send: (topic, payload, retain = false) => {
      const text = typeof payload === "string" ? payload : JSON.stringify(payload);
      aedes.publish({ cmd: "publish", topic, payload: Buffer.from(text), qos: 0, retain, dup: false }, () => {});
    },
    retained: async () => {
      const found = new Map<string, string>();
      const { persistence } = aedes as Aedes & { readonly persistence: Kept };
      for await (const { topic, payload } of persistence.createRetainedStream("#")) found.set(topic, String(payload));
      return found;
    },
    stop,
    start,
    restart: async () => {
      for (const socket of sockets) socket.destroy();
    },
    close: stop,
  };
  return broker;
}

export function retainedAt(port: number, { user, password, tls }: BrokerOptions): Promise<ReadonlyMap<string, string>> {
  return new Promise((resolve) => {
    const found = new Map<string, string>();
    const login = user === undefined ? {} : { username: user, password: password ?? "" };
    const stream = () =>
      tls
        ? connectTls({ port, ...(tls as ConnectionOptions), rejectUnauthorized: false })
        : connectTcp(port, "127.0.0.1");
    const client = new mqttClient.default(stream, { reconnectPeriod: 0, ...login });
    client.on("message", (topic, payload, { retain }) => retain && found.set(topic, payload.toString()));
    client.on("connect", () =>
      client.subscribe("#", () => setTimeout(() => client.end(true, {}, () => resolve(found)), 100)),
    );
  });
}
