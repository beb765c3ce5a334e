/** A hint while a command has no answer yet: first that it is under way, then what to check. */
import { useEffect, useState } from "preact/hooks";
import { say } from "../texts.ts";

const WORTH_A_LOOK = 1_500; // milliseconds since the hint says "sent": a device with power has answered by then

export function Sending() {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), WORTH_A_LOOK);
    return () => clearTimeout(timer);
  }, []);
  return <>{say(isOverdue ? "devices.no-answer-yet" : "devices.sending")}</>;
}
