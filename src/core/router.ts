/** Finds the row of the route table that a method and an address belong to. */
import { segmentsOf } from "../model/addresses.ts";
import type { ErrorName } from "../model/errors.ts";
import type { Field, Fields } from "../model/fields.ts";
import type { Address, Method } from "../model/resource.ts";
import type { Call, Handler } from "./call.ts";

/** The words of the OpenAPI reference on a route; handlers and definitions do the checks. */
export interface About {
  readonly does: string;
  readonly body?: Fields; //     members of the body
  readonly needs?: readonly string[]; // those that must be there
  readonly takes?: Field; //     the body, where it is no object
  readonly query?: Fields; //    the part behind the question mark of its address
  readonly one?: string; //      the type, or the family, of the resource that it reads or writes, where the pattern does not tell
  readonly all?: string; //      it reads all of this type or family, by id
  readonly gives?: Field; //     the answer, where that is no resource, or is more than one
  readonly answers?: string; //  the answer, in a few words
  readonly errors?: readonly ErrorName[]; // its refusals besides the usual ones
  readonly refuses?: true; //    it never does anything else
  readonly lenient?: true; //    a name that no resource has is no error
  readonly idle?: true; //       it writes nothing, so that no disk can refuse it
  readonly open?: true; //       needs no key
  readonly etag?: (call: Call) => string | undefined; // of the resource that it wrote, for the header of the answer
  readonly at?: string; //       the path on which HTTP serves it without a key
}

export type Route = readonly [method: Method, pattern: `/${string}`, handler: Handler, about: About];

export interface Match {
  readonly handler: Handler;
  readonly about: About;
  readonly params: Readonly<Record<string, string>>;
}

interface ResolvedRoute {
  readonly address: Address; // normalised
  readonly segments: readonly string[];
  readonly match: Match | undefined;
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];
const MOST_CACHED = 1_000; // of a method: clients ask for the same few again and again
const LONGEST = 200; //     characters of an address that is worth remembering

interface PathNode {
  readonly fixed: Map<string, PathNode>;
  wild: { readonly name: string; readonly step: PathNode } | undefined;
  rest: PathNode | undefined; // the rest of the path, to the end: `:name*`
  readonly rows: Map<Method, Route>;
}

export class Router {
  readonly #root = newStep();
  readonly #resolved = new Map<Method, Map<string, ResolvedRoute>>(); // by address

  constructor(routes: readonly Route[]) {
    for (const row of routes) this.#add(row);
  }

  knows(family: string): boolean {
    return this.#root.fixed.has(family);
  }

  /** Somewhere, by whichever method. */
  leads(segments: readonly string[]): boolean {
    return METHODS.some((method) => this.match(method, segments) !== undefined);
  }

  resolve(method: Method, address: string): ResolvedRoute {
    let cache = this.#resolved.get(method);
    const cached = cache?.get(address);
    if (cached) return cached;
    const segments = segmentsOf(address);
    const route = { address: `/${segments.join("/")}`, segments, match: this.match(method, segments) } as const;
    if (!route.match || address.length > LONGEST) return route;
    if (!cache || cache.size >= MOST_CACHED) {
      cache = new Map();
      this.#resolved.set(method, cache);
    }
    cache.set(address, route);
    return route;
  }

  match(method: Method, segments: readonly string[]): Match | undefined {
    const params: Record<string, string> = {};
    let step: PathNode | undefined = this.#root;
    for (const segment of segments) {
      const next: PathNode | undefined = step.fixed.get(segment);
      if (!next && step.wild) params[step.wild.name] = segment;
      const rest: PathNode | undefined = step.rest;
      step = next ?? step.wild?.step ?? rest;
      if (!step) return undefined;
      if (step === rest) break;
    }
    const row = step.rows.get(method) ?? (method === "PATCH" ? step.rows.get("PUT") : undefined);
    return row && { handler: row[2], about: row[3], params };
  }

  #add(row: Route): void {
    let step = this.#root;
    for (const segment of segmentsOf(row[1])) {
      if (segment.endsWith("*")) {
        step.rest ??= newStep();
        step = step.rest;
      } else if (segment.startsWith(":")) {
        step.wild ??= { name: segment.slice(1), step: newStep() };
        step = step.wild.step;
      } else {
        const next = step.fixed.get(segment) ?? newStep();
        step.fixed.set(segment, next);
        step = next;
      }
    }
    step.rows.set(row[0], row);
  }
}

function newStep(): PathNode {
  return { fixed: new Map(), wild: undefined, rest: undefined, rows: new Map() };
}
