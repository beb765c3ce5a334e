/** What runs in the radio's own process. It is forked by src/radio/port.ts, and speaks src/radio/protocol.ts. */
import { live } from "./radio/process/main.ts";

live(async () => {
  throw new Error("the virtual house is not built yet: choose a stick");
});
