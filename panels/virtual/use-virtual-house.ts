/** Polls the virtual house while the panel is visible: the gateway sends no changes for events on air. */
import type { RefObject } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Values } from "../../src/model/resource.ts";
import { useApi, useChanges } from "../hooks.ts";
import { perform } from "../perform.ts";
import { type VirtualHouseState, virtualHouseIn } from "./virtual-house.ts";

export interface LiveVirtual {
  readonly house: VirtualHouseState | undefined;
  readonly error: string | undefined; // of the last command
  readonly clear: () => void;
  /** Sets controls of one device, or of the whole house, one after the other. True: it was done. */
  readonly apply: (mac: string | undefined, ...commands: readonly Values[]) => Promise<boolean>;
}

const EVERY = 2_000; // milliseconds
const SOON = 150; //     after something happened

export function useVirtualHouse(place: RefObject<HTMLElement | null>): LiveVirtual {
  const api = useApi();
  const [house, setHouse] = useState<VirtualHouseState | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const soon = useRef<() => void>(() => {});
  useEffect(() => {
    let isGone = false;
    let isPolling = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (wait: number) => {
      clearTimeout(timer);
      if (!isGone) timer = setTimeout(() => void poll(), wait);
    };
    const poll = async () => {
      if (isPolling) return later(SOON);
      if (place.current?.offsetParent == null || document.hidden) return later(EVERY); // out of sight
      isPolling = true;
      const { reply } = await perform(api, { method: "GET", address: "/virtual" });
      isPolling = false;
      if (!isGone && reply) setHouse(virtualHouseIn(reply.body));
      later(EVERY);
    };
    soon.current = () => later(SOON);
    void poll();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [api, place]);
  useChanges(() => soon.current());
  const apply = useCallback(
    async (mac: string | undefined, ...commands: readonly Values[]) => {
      setError(undefined);
      for (const body of commands) {
        const address = mac === undefined ? "/virtual" : `/virtual/${mac}`;
        const { refusal } = await perform(api, { method: "PUT", address, body });
        if (refusal !== undefined) setError(refusal);
        if (refusal !== undefined) return false;
      }
      soon.current();
      return true;
    },
    [api],
  );
  return { house, error, clear: useCallback(() => setError(undefined), []), apply };
}
