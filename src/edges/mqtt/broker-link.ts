/**
 * Keeps the connection to the broker: the link makes it anew for as long as it fails, and the listener tells all again when it is back.
 * No message waits for a broker that is away; for a slow broker the newest message of each topic waits.
 */
import type { Clock, Log } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import type { BrokerAddress, BrokerConnection, BrokerMessage, ConnectBroker } from "./mqtt-client.ts";
import { type Obstacle, obstacleOf, reasonOf } from "./obstacles.ts";

export interface LinkState {
  readonly broker: string; // host and port
  readonly isUp: boolean;
  readonly protocol: 4 | 5; // MQTT 3.1.1 calls itself 4
  readonly why?: Obstacle; // there is no connection
  readonly reason?: string;
  readonly isMute?: true; // the broker passes none of our messages on
  readonly isShared?: true; // another gateway speaks below the same base topic
  readonly published: number; // messages since the start
  readonly received: number;
  readonly waiting: number; // for a broker that is slow
}

interface LinkListeners {
  /** Connected: all is to be told, and to be subscribed to. */
  up(): void;
  message(message: BrokerMessage): void;
}

interface BrokerLinkOptions {
  readonly broker: BrokerAddress;
  readonly clientId: string;
  readonly will: BrokerMessage;
  readonly clock: Clock;
  readonly log: Log;
  readonly connect: ConnectBroker;
  readonly random?: () => number; // below 1
}

const MOST_WAITING = 20_000; // topics
/** Milliseconds until the next attempt, by how many have failed; the last one goes on. */
const AGAIN: readonly number[] = [500, 1_000, 1_000, 1_000, 2_000, 2_000, 5_000, 5_000, 15_000];
const VERSION_OBSTACLES: readonly Obstacle[] = ["protocol", "refused", "lost"];
const SPREAD = 500; // milliseconds: many clients come back at once

export class BrokerLink {
  readonly #options: BrokerLinkOptions;
  readonly #listeners: LinkListeners;
  readonly #waiting = new Map<string, BrokerMessage>();
  #connection: BrokerConnection | undefined;
  #protocol: 4 | 5 = 5;
  #isUp = false;
  #isStopped = false;
  #failures = 0;
  #why: Obstacle | undefined;
  #reason = "";
  #complaint = "";
  #published = 0;
  #events = 0;
  #received = 0;
  #stopTimer: Stop = () => {};

  constructor(options: BrokerLinkOptions, listeners: LinkListeners) {
    this.#options = options;
    this.#listeners = listeners;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  get state(): LinkState {
    return {
      broker: hostOf(this.#options.broker.url),
      isUp: this.#isUp,
      protocol: this.#protocol,
      ...(this.#why === undefined ? {} : { why: this.#why, reason: this.#reason }),
      published: this.#published,
      received: this.#received,
      waiting: this.#waiting.size,
    };
  }

  start(): void {
    if (this.#isStopped) return;
    const { broker, clientId, will, connect } = this.#options;
    try {
      this.#connection = connect(
        { broker, protocol: this.#protocol, clientId, will },
        {
          up: () => this.#up(),
          down: (why, reason) => this.#down(why, reason),
          message: (message) => this.#hear(message),
          drained: () => this.#flush(),
        },
      );
    } catch (error) {
      const isOfAddress = broker.tls === undefined || obstacleOf(error) === "address";
      this.#down(isOfAddress ? "address" : "certificate-file", reasonOf(error)); // Node.js throws at a certificate that it cannot read
    }
  }

  /** `isEvent`: a press, an answer: no later one takes its place. */
  publish(topic: string, payload: string, retain = false, isEvent = false): void {
    if (!this.#isUp || !this.#connection) return; // all is told when it is back
    const message = { topic, payload, retain };
    if (this.#waiting.size === 0 && !this.#connection.isFull) {
      this.#send(message);
      return;
    }
    const key = isEvent ? `${topic}\0${this.#events++}` : topic;
    this.#waiting.delete(key);
    if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, message);
  }

  subscribe(filters: readonly string[], echoes = false): void {
    this.#connection?.subscribe(filters, echoes);
  }

  unsubscribe(filters: readonly string[]): void {
    this.#connection?.unsubscribe(filters);
  }

  /** The broker tells the will only of a client that goes without a word: a link that stops tells it by itself. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#stopTimer();
    this.#waiting.clear();
    if (this.#isUp) this.#connection?.publish(this.#options.will);
    this.#isUp = false;
    await this.#connection?.close();
  }

  #send(message: BrokerMessage): void {
    this.#published += 1;
    this.#connection?.publish(message);
  }

  #flush(): void {
    for (const [key, message] of this.#waiting) {
      if (!this.#connection || this.#connection.isFull) return;
      this.#waiting.delete(key);
      this.#send(message);
    }
  }

  #up(): void {
    if (this.#isStopped) return;
    this.#isUp = true;
    this.#failures = 0;
    this.#why = undefined;
    this.#waiting.clear();
    if (this.#complaint !== "") this.#options.log.info(`/mqtt: ${this.state.broker} is there again`);
    this.#complaint = "";
    this.#listeners.up();
  }

  #down(why: Obstacle, reason: string): void {
    if (this.#isStopped) return;
    const mayBeVersion = !this.#isUp && this.#protocol === 5 && VERSION_OBSTACLES.includes(why);
    this.#connection = undefined;
    this.#isUp = false;
    this.#waiting.clear();
    if (mayBeVersion) {
      this.#withOlderProtocol();
      return;
    }
    this.#protocol = 5;
    this.#why = why;
    this.#reason = reason;
    this.#complain();
    const wait = AGAIN[Math.min(this.#failures, AGAIN.length - 1)] ?? 0;
    this.#failures += 1;
    const { clock, random = Math.random } = this.#options;
    this.#stopTimer = clock.after(wait + random() * SPREAD, () => this.start());
  }

  /** Some brokers say that they do not speak MQTT 5, some only close the connection. */
  #withOlderProtocol(): void {
    this.#protocol = 4;
    this.#stopTimer = this.#options.clock.after(0, () => this.start());
  }

  #hear(message: BrokerMessage): void {
    this.#received += 1;
    try {
      this.#listeners.message(message);
    } catch (error) {
      const { log } = this.#options;
      log.error(`/mqtt: ${message.topic}: ${error instanceof Error ? error.stack : error}`);
    }
  }

  /** Once, however often it fails in the same way. */
  #complain(): void {
    const complaint = `${this.state.broker}: ${this.#reason}`;
    if (complaint !== this.#complaint) this.#options.log.warn(`/mqtt: no connection to ${complaint}`);
    this.#complaint = complaint;
  }
}

/** Without a name and password that a user may have written into it. */
function hostOf(url: string): string {
  try {
    return new URL(url).host || url;
  } catch {
    return url.replace(/^.*@/, "");
  }
}
