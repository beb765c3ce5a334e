/** A gateway whose real ports are of no use: no client can reach it, and nothing is announced. */
import type { OpenOptions } from "../../src/open.ts";

/** `open({ ...BARE, folder })`, and any option that the test wants otherwise. */
export const BARE: Omit<OpenOptions, "folder"> = {
  log: { info: () => {}, warn: () => {}, error: () => {} },
  settings: {},
  radio: { path: "none" },
  password: "",
  port: 0,
  pushPort: 0,
  pushKey: false,
  announceHost: "",
  announcePort: 0,
  announcePushPort: 0,
  discovery: false,
  sharedPort: () => 0,
  sharedPath: "",
  sharedIsLocal: false,
  hasOwnRoute: () => false,
};
