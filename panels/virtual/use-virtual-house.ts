/** The virtual house, looked at again and again while somebody sees it: what moves on air no change of the gateway tells of. */
import type { RefObject } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Values } from "../api.ts";
import { useApi, useNews } from "../hooks.ts";
import { asked } from "../perform.ts";
import { type VirtualHouse, virtualHouseIn } from "./virtual-house.ts";

export interface LiveVirtual {
  readonly house: VirtualHouse | undefined;
  readonly fault: string | undefined; // of the last turn
  readonly clear: () => void;
  /** Turns knobs of one device, or of the whole house; one turn after the other. True: it was done. */
  readonly turn: (mac: string | undefined, ...knobs: readonly Values[]) => Promise<boolean>;
}

const EVERY = 2_000; // milliseconds
const SOON = 150; //     after something happened

export function useVirtual(place: RefObject<HTMLElement | null>): LiveVirtual {
  const api = useApi();
  const [house, setHouse] = useState<VirtualHouse | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const soon = useRef<() => void>(() => {});
  useEffect(() => {
    let isGone = false;
    let isLooking = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (wait: number) => {
      clearTimeout(timer);
      if (!isGone) timer = setTimeout(() => void look(), wait);
    };
    const look = async () => {
      if (isLooking) return later(SOON);
      if (place.current?.offsetParent == null || document.hidden) return later(EVERY); // nobody sees it
      isLooking = true;
      const { reply } = await asked(api, { method: "GET", address: "/virtual" });
      isLooking = false;
      if (!isGone && reply) setHouse(virtualHouseIn(reply.body));
      later(EVERY);
    };
    soon.current = () => later(SOON);
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [api, place]);
  useNews(() => soon.current());
  const turn = useCallback(
    async (mac: string | undefined, ...knobs: readonly Values[]) => {
      setFault(undefined);
      for (const body of knobs) {
        const address = mac === undefined ? "/virtual" : `/virtual/${mac}`;
        const { refusal } = await asked(api, { method: "PUT", address, body });
        if (refusal !== undefined) setFault(refusal);
        if (refusal !== undefined) return false;
      }
      soon.current();
      return true;
    },
    [api],
  );
  return { house, fault, clear: useCallback(() => setFault(undefined), []), turn };
}
