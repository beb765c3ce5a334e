/** A few commands a second, however fast the user drags: a lamp and the radio follow no faster. */
import { useEffect, useRef, useState } from "preact/hooks";

const PAUSE = 300; // milliseconds between two commands

/** Answers the value that is not sent yet, and the function that moves it. The last value is always sent. */
export function usePaced<T>(tell: (value: T) => unknown): readonly [ahead: T | undefined, move: (value: T) => void] {
  const [ahead, setAhead] = useState<T | undefined>(undefined);
  const latest = useRef(tell);
  latest.current = tell;
  const pace = useRef(pacer((value: T) => latest.current(value), setAhead)).current;
  useEffect(() => pace.end, [pace]);
  return [ahead, pace.move];
}

interface Pacer<T> {
  readonly move: (value: T) => void;
  readonly end: () => void;
}

export function pacer<T>(
  tell: (value: T) => unknown,
  isAhead: (value: T | undefined) => void,
  pause = PAUSE,
): Pacer<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next: { readonly value: T } | undefined;
  let told = "";
  const go = () => {
    const now = next;
    next = timer = undefined;
    if (!now) return;
    isAhead(undefined);
    told = JSON.stringify(now.value);
    timer = setTimeout(go, pause);
    void tell(now.value);
  };
  return {
    move: (value) => {
      const isTold = timer !== undefined && !next && told === JSON.stringify(value);
      if (isTold) return; // a slider tells its value once more when the user lets go
      next = { value };
      if (timer === undefined) go();
      else isAhead(value);
    },
    end: () => {
      clearTimeout(timer);
      timer = undefined;
      if (next) void tell(next.value);
      next = undefined;
    },
  };
}
