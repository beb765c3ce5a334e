/** "Is everything all right?", asked when the panels are opened, every ten minutes while they are, whenever the radio comes or goes, and soon after a device is missed or is back, or its battery is low or new. */
import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Health } from "../../src/model/admin-api.ts";
import { useApi, useHouse, usePanelHost } from "../hooks.ts";
import { sayFailure } from "../perform.ts";
import { badFindings } from "./cures.ts";
import { AT_ONCE, goneSigns, troubleSigns, untilLook } from "./pulse.ts";
import { withReachability } from "./reachability.ts";

const EVERY = 600_000; // milliseconds

interface HealthState {
  readonly health: Health | undefined; //   undefined: not known yet
  readonly bad: number; //                  findings that are not all right
  readonly isLooking: boolean;
  readonly failure: string | undefined; //  why the last look came to nothing
  readonly look: () => Promise<void>;
}

const HealthContext = createContext<HealthState>({
  ...{ health: undefined, bad: 0, isLooking: false, failure: undefined },
  look: async () => {},
});

export const useHealth = (): HealthState => useContext(HealthContext);

interface HealthWatchProps {
  readonly isSeen: boolean;
  readonly children: ComponentChildren;
}

export function HealthWatch({ isSeen, children }: HealthWatchProps) {
  const api = useApi();
  const { tellHealth } = usePanelHost();
  const radio = useHouse(({ config, coordinator }) => `${config.rfconnected} ${coordinator}`);
  const [health, setHealth] = useState<Health | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [isLooking, setLooking] = useState(false);
  const turn = useRef(0);
  const lastLook = useRef(0);
  const look = useCallback(async () => {
    turn.current += 1;
    const own = turn.current;
    lastLook.current = Date.now();
    setLooking(true);
    const found = await api
      .health()
      .then((answer) => withReachability(answer))
      .catch((error: unknown) => sayFailure(error));
    if (own !== turn.current) return;
    setLooking(false);
    if (typeof found === "string") return setFailure(found);
    setFailure(undefined);
    setHealth(found);
    tellHealth?.(badFindings(found).length);
  }, [api, tellHealth]);
  useEffect(() => {
    if (!isSeen) return;
    void look();
    const timer = setInterval(() => void look(), EVERY);
    return () => clearInterval(timer);
  }, [look, isSeen, radio]);
  useLookSoon(look, isSeen, useHouse(troubleSigns), () => untilLook(Date.now(), lastLook.current));
  useLookSoon(look, isSeen, useHouse(goneSigns), () => AT_ONCE);
  useEffect(
    () => () => {
      turn.current += 1; // no view waits for a later answer any more
    },
    [],
  );
  const bad = health ? badFindings(health).length : 0;
  const state = useMemo(() => ({ health, bad, isLooking, failure, look }), [health, bad, isLooking, failure, look]);
  return <HealthContext.Provider value={state}>{children}</HealthContext.Provider>;
}

/** Looks again when the signs are others (devices missed or back, batteries low or new; targets of rules gone or back): the former findings are not true any more. */
function useLookSoon(look: () => Promise<void>, isSeen: boolean, signs: string, untilNext: () => number): void {
  const looked = useRef(signs);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const isNews = looked.current !== signs;
    looked.current = signs;
    if (!isNews || !isSeen || timer.current !== undefined) return;
    const run = () => {
      timer.current = undefined;
      void look();
    };
    timer.current = setTimeout(run, untilNext());
  }, [look, isSeen, signs]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [isSeen],
  );
}
