/** A resource that a node declares: it is made when there is none, keeps its id over deploys, and goes when its node goes. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import {
  type Address,
  type Command,
  isObject,
  type Resource,
  type Stop,
  type Values,
} from "../../src/model/resource.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import { causeOf } from "./input.ts";
import { NodeError, refusalIn } from "./node-error.ts";
import { refusalWords } from "./refusal-words.ts";
import { type ResourceReference, resolve, type Store } from "./resource-reference.ts";

export interface Declaration {
  readonly pick: ResourceReference; //    of the resource that it declares: see `declaredReference`
  readonly type: string; //  "CLIPTemperature", "Rule", "Schedule"; another type is another resource
  /** Its values, in members of the API; asked whenever a resource comes into being. Throws a Failure while a named resource is missing. */
  readonly says: () => Values;
  readonly once?: Values; // said only when it is made
  /** Further values to write after a resource that was there has been declared anew; they are an ordinary command, and not remembered as declared. */
  readonly wishes?: (news: Values, before: Resource) => Values;
  readonly mayEnd?: boolean; // and go by itself: then only the next start, or a message that wants it, makes it again
}

/** The dialogs of all nodes that declare save these. */
export interface DeclaringDef {
  readonly gateway: string;
  readonly declares?: string; // "" declares nothing
  readonly declaredName?: string;
}

export interface DeclaredResource {
  /** Kept when it is there as it was declared; rejected with the Failure that is in the way. The node tries a failed attempt again. */
  readonly there: () => Promise<void>;
  /** The same, also for a resource that has ended. */
  readonly again: () => Promise<void>;
  readonly hasEnded: () => boolean;
}

/** By these the resource of a node is found again. */
export function declaredReference({ id }: Node, collection: Address, name: string): ResourceReference {
  return { address: collection, uniqueid: `flow-${id}`, resourceName: name, house: "" };
}

/** The node declares a name that no user typed anew each time; but a name that a client has given since stays. */
export function unlessRenamed(store: Store, pick: ResourceReference, usual: Values): Values {
  const found = resolve(store, pick);
  return found && isRenamed(found) ? { name: (found.attr.declared as Values).name } : usual;
}

/** By a client. */
export function isRenamed({ attr: { name, namedafter, declared } }: Resource): boolean {
  return namedafter === undefined && isObject(declared) && declared.name !== name;
}

type Fate = "goes" | "rests" | "stays";

/** Hears how each attempt ends that ends otherwise than the one before: with nothing when it is there. */
type Hear = (failure: NodeError | undefined) => void;

/** Declares a resource for a node: the node makes it as soon as the gateway has read its data, and tries a failed attempt again. */
export function declareResource(
  RED: NodeAPI,
  node: Node,
  runtime: GatewayRuntime,
  { gateway }: DeclaringDef,
  declaration: Declaration,
  hear: Hear,
): DeclaredResource {
  const declarer = new Declarer(node, runtime, declaration, hear);
  node.on("close", (removed: boolean, done: () => void) => {
    declarer.close(fateOf(RED, node, gateway, removed)).then(done, done);
  });
  return {
    there: () => declarer.there(),
    again: () => declarer.again(),
    hasEnded: () => declarer.hasEnded,
  };
}

/** Tries to declare, one attempt behind the other, and again whenever something comes into being. */
class Declarer {
  readonly #runtime: GatewayRuntime;
  readonly #declaration: Declaration;
  readonly #hear: Hear;
  readonly #wish: Wishes;
  readonly #stop: Stop;
  #isClosed = false;
  #wasThere = false;
  #said: string | undefined; // of the last attempt
  #last: Promise<void>;
  #failed: Promise<void> | undefined;

  constructor(node: Node, runtime: GatewayRuntime, declaration: Declaration, hear: Hear) {
    this.#runtime = runtime;
    this.#declaration = declaration;
    this.#hear = hear;
    this.#wish = wishes(node, runtime);
    this.#last = runtime.loaded;
    void this.#attemptAgain();
    this.#stop = runtime.on(({ change }) => {
      const isOther = change.event === "added" && change.resource.attr.uniqueid !== declaration.pick.uniqueid;
      if (isOther) void this.#attemptAgain(); // a resource that it names may have been missing, or have another id now
    });
  }

  get hasEnded(): boolean {
    return this.#wasThere && this.#declaration.mayEnd === true && this.#resource === undefined;
  }

  there(): Promise<void> {
    return this.#failed === this.#last ? this.#attemptAgain() : this.#last;
  }

  again(): Promise<void> {
    if (this.hasEnded) this.#wasThere = false;
    return this.#wasThere ? this.there() : this.#attemptAgain();
  }

  async close(fate: Fate): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    const resource = this.#resource;
    if (!resource || fate === "stays") return;
    await (fate === "goes" ? this.#wish.remove(resource) : rest(resource, this.#wish));
  }

  get #resource(): Resource | undefined {
    return resolve(this.#runtime.opened.gateway.store, this.#declaration.pick);
  }

  #attemptAgain(): Promise<void> {
    const next = this.#last.catch(() => {}).then(() => this.#attempt());
    next.catch(() => {
      this.#failed = next; // `hear` tells the failure, and so does `there`
    });
    this.#last = next;
    return next;
  }

  async #attempt(): Promise<void> {
    if (this.#isClosed || this.hasEnded) return;
    try {
      await settle(this.#resource, this.#declaration, this.#wish);
      this.#wasThere = true;
      this.#tell();
    } catch (error) {
      this.#tell(error instanceof NodeError ? error : new NodeError("invalid", String(error)));
      throw error;
    }
  }

  #tell(failure?: NodeError): void {
    const text = failure?.message ?? "";
    if (text !== this.#said && !this.#isClosed) this.#hear(failure);
    this.#said = text;
  }
}

type Wishes = ReturnType<typeof wishes>;

function wishes(node: Node, runtime: GatewayRuntime) {
  const cause = causeOf(node);
  const make = async (command: Command) => {
    const reply = await runtime.opened.gateway.perform(command, cause);
    const refusal = refusalIn(reply, refusalWords(runtime));
    if (refusal) throw refusal;
  };
  return {
    make: (collection: Address, body: Values) =>
      make({ method: "POST", address: collection, body: { ...body, owner: cause.by, uniqueid: `flow-${node.id}` } }),
    declare: ({ address }: Resource, body: Values) =>
      make({ method: "PUT", address, body: { ...body, owner: cause.by } }),
    put: ({ address }: Resource, body: Values) => make({ method: "PUT", address, body }),
    remove: ({ address }: Resource) => make({ method: "DELETE", address }),
  };
}

/** The node does not declare an unchanged value again, so that a rename over REST stays, and all that goes on in it goes on. */
async function settle(resource: Resource | undefined, { pick, type, says, once, wishes }: Declaration, wish: Wishes) {
  const { namedafter, ...saying } = says();
  const naming = namedafter === undefined ? {} : { namedafter }; // belongs to the name
  if (resource && resource.type !== type) await wish.remove(resource);
  if (resource?.type !== type) return wish.make(pick.address as Address, { ...saying, ...naming, ...once });
  const known = saidOf(resource);
  const isNews = ([name, value]: [string, unknown]) => JSON.stringify(known[name]) !== JSON.stringify(value);
  const isTypedNow = namedafter === undefined && resource.attr.namedafter !== undefined; // maybe just as it was called
  const news: Values = {
    ...Object.fromEntries(Object.entries(saying).filter(isNews)),
    ...(isTypedNow && "name" in saying ? { name: saying.name } : {}),
  };
  if (Object.keys(news).length > 0) {
    await wish.declare(resource, "name" in news ? { ...news, ...naming } : news);
    const wished = wishes?.(news, resource) ?? {};
    if (Object.keys(wished).length > 0) await wish.put(resource, wished);
  }
  await wake(resource, wish);
}

/** While its node is disabled, a sensor is off and out of reach, and a rule or schedule waits; one that a client has disabled stays so. */
async function rest(resource: Resource, wish: Wishes): Promise<void> {
  const { status, awaits } = resource.attr;
  if (status === "enabled" || awaits === true) await wish.declare(resource, { status: "disabled" });
  if (status !== undefined) return;
  const config = turned({ on: false, reachable: false }, resource.config);
  if (config) await wish.declare(resource, { config });
}

/** The node wakes only a resource that it has put to rest. */
async function wake(resource: Resource, wish: Wishes): Promise<void> {
  const { status, config } = saidOf(resource);
  if (status === "disabled") await wish.declare(resource, { status: "enabled" });
  const rested = isObject(config) ? Object.keys(config).filter((name) => config[name] === false) : [];
  if (rested.length > 0)
    await wish.declare(resource, { config: Object.fromEntries(rested.map((name) => [name, true])) });
}

/** The values that differ from the wanted ones; undefined when none does. */
function turned(wanted: Values, now: Values): Values | undefined {
  const news = Object.entries(wanted).filter(([name, value]) => now[name] !== value);
  return news.length > 0 ? Object.fromEntries(news) : undefined;
}

function saidOf({ attr: { declared } }: Resource): Values {
  return isObject(declared) ? declared : {};
}

/**
 * The fate of the resource of a node that is closed, by the flows that come next: the resource goes with its node, or when the
 * node declares it no more; while the node or its tab is disabled it rests. Any other close of a node does nothing to it.
 */
function fateOf(RED: NodeAPI, node: Node, gateway: string, removed: boolean): Fate {
  const flows = flowsOf(RED);
  const { _alias = node.id } = node as { _alias?: string }; // in a subflow: of the node in its template
  const isInside = _alias !== node.id; // Node-RED never tells a node in a subflow that it is removed
  const own = flows.get(_alias);
  const around = [node.z, own?.z].flatMap((id) => flows.get(id ?? "") ?? []); // its tab; the instance of a subflow, and that's template
  const isThere = own !== undefined && (!isInside || flows.has(node.z.split("-")[0] ?? ""));
  if (!isThere) return removed || isInside ? "goes" : "stays";
  if ([own, ...around].some(({ d, disabled }) => d === true || disabled === true)) return "rests";
  const isDeclared = Boolean(own.declares) && (own.gateway === gateway || isInside);
  return isDeclared ? "stays" : "goes";
}

/** Whether the flows have a node, maybe a disabled one, that declares the resource of this owner: a file may come without it. */
export function isDeclaring(RED: NodeAPI, gateway: string, owner: string): boolean {
  const flows = flowsOf(RED);
  const id = owner.slice("flow:".length);
  const own = flows.get(id);
  if (own) return Boolean(own.declares) && own.gateway === gateway;
  const path = id.split("-"); // in subflows: each instance on the way, and the node in its template
  return path.every((part) => flows.has(part)) && Boolean(flows.get(path.at(-1) ?? "")?.declares);
}

function flowsOf(RED: NodeAPI): ReadonlyMap<string, Coming> {
  const flows = new Map<string, Coming>();
  RED.nodes.eachNode((each) => flows.set(each.id, each as Coming));
  return flows;
}

type Coming = NodeDef & Partial<DeclaringDef> & { readonly d?: boolean; readonly disabled?: boolean };

// ---- the resources that deleted nodes leave behind
/** As Node-RED tells of it. Node-RED compares flows from the disk, at its start for one, with nothing. */
export interface Deploy {
  readonly diff?: { readonly removed?: readonly string[] }; // also nodes that the user only disabled
}

const COLLECTIONS = ["/sensors", "/rules", "/schedules"] as const;

/** Of a deploy whose nodes run; kept when all is gone that has to. */
export async function removeOrphans(
  RED: NodeAPI,
  gateway: string,
  runtime: GatewayRuntime,
  { diff }: Deploy,
  complain: (text: string) => void,
): Promise<void> {
  const removed = diff?.removed ?? [];
  if (removed.length === 0) return;
  await runtime.loaded;
  const gone = new Set(removed);
  RED.nodes.eachNode(({ id }) => gone.delete(id));
  const { store, perform } = runtime.opened.gateway;
  for (const { address, attr } of COLLECTIONS.flatMap((collection) => store.list(collection))) {
    const by = String(attr.owner ?? "");
    const id = by.replace(/^flow:/, "");
    const isLeft = [id, ...id.split("-")].some((part) => gone.has(part)); // in a subflow also with the instance
    if (!isLeft || attr.uniqueid !== `flow-${id}` || isDeclaring(RED, gateway, by)) continue;
    const reply = await perform({ method: "DELETE", address }, { by, depth: 0 });
    const refusal = refusalIn(reply, refusalWords(runtime));
    if (refusal) complain(`${address}: ${refusal.message}`);
  }
}
