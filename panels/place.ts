/**
 * The place of the user: the panel, and the thing that is opened in it. On the page the place is the address, so that
 * Back, reload and bookmarks work; in the sidebar it is only remembered, because the address is that of Node-RED.
 */
import type { Stop } from "../src/model/resource.ts";

/** ["devices", "00:17:88:01:00:00:00:01"]: a panel, and the thing that is opened in it. */
export type Path = readonly string[];

export interface Place {
  readonly path: Path;
  readonly gateway?: string; // of several, the chosen one
}

export interface Places {
  readonly now: Place;
  readonly cameFrom: Path | undefined; // the place before, where that is known
  /** The gateway stays, unless another one is named. */
  go(to: Place): void;
  /** The same place has another name: Back does not lead to the former one. */
  rename(path: Path): void;
  /** To where the user came from. */
  back(): void;
  on(listener: () => void): Stop;
}

const FIRST: Path = ["home"];

/** "#/devices/00%3A17?gateway=barn" → {path: ["devices", "00:17"], gateway: "barn"}. An address that makes no sense is the first panel. */
export function placeOf(hash: string): Place {
  const [way = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const gateway = new URLSearchParams(query).get("gateway");
  return { path: pathOf(way), ...(gateway ? { gateway } : {}) };
}

function pathOf(way: string): Path {
  try {
    const path = way.split("/").map(decodeURIComponent);
    return path[0] ? path : FIRST;
  } catch {
    return FIRST;
  }
}

export function hashOf({ path, gateway }: Place): string {
  const query = gateway === undefined ? "" : `?${new URLSearchParams({ gateway })}`;
  return `#/${path.map(encodeURIComponent).join("/")}${query}`;
}

/** Only remembered. */
export function ownPlaces(): Places {
  const { tell, on } = listeners();
  let now: Place = { path: FIRST };
  let before: Place | undefined;
  return {
    get now() {
      return now;
    },
    get cameFrom() {
      return before?.path;
    },
    go: (to) => {
      before = now;
      now = { ...now, ...to };
      tell();
    },
    back: () => {
      now = before ?? now;
      before = undefined;
      tell();
    },
    rename: (path) => {
      now = { ...now, path };
      tell();
    },
    on,
  };
}

/** By the address of the page. */
export function addressPlaces(): Places {
  const { tell, on } = listeners();
  const now = () => placeOf(location.hash);
  const cameFrom = () => (history.state as { readonly from?: string } | null)?.from;
  addEventListener("popstate", tell); // also when the user types an address
  return {
    get now() {
      return now();
    },
    get cameFrom() {
      const from = cameFrom();
      return from === undefined ? undefined : placeOf(from).path;
    },
    back: () => history.back(),
    go: (to) => {
      const before = now();
      const [from, next] = [hashOf(before), hashOf({ ...before, ...to })];
      if (next === from) return;
      const isUp = to.path.every((part, index) => part === before.path[index]);
      if (isUp && cameFrom() === next) return history.back(); // up to where one came from is the same as Back
      history.pushState({ from }, "", next);
      tell();
    },
    rename: (path) => {
      history.replaceState(history.state, "", hashOf({ ...now(), path }));
      tell();
    },
    on,
  };
}

function listeners(): { readonly tell: () => void; readonly on: Places["on"] } {
  const all = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of [...all]) listener();
    },
    on: (listener) => {
      all.add(listener);
      return () => all.delete(listener);
    },
  };
}
