/** What is told of something that was sent and has not been answered yet: first that it is under way, then what to look at. */
import { useEffect, useState } from "preact/hooks";
import { say } from "../texts.ts";

const WORTH_A_LOOK = 1_500; // milliseconds since it is said to be sent: whatever has power has answered by then

export function Sending() {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), WORTH_A_LOOK);
    return () => clearTimeout(timer);
  }, []);
  return <>{say(isOverdue ? "devices.no-answer-yet" : "devices.sending")}</>;
}
