/** A device as a whole: the facts that do not depend on the resources that it became. Clients see it below `/devices`. */
import { type Definitions, plain } from "../../model/definitions.ts";
import { TROUBLES } from "../../model/doctor/troubles.ts";
import { bool, type Fields, int, object, text, time } from "../../model/fields.ts";

export const NOTES = text({
  max: 2_000,
  about: "What somebody wrote down about it; kept by the gateway, absent when empty",
});
export const DISABLED = bool({
  about: "It is ignored: what it says counts for nothing, and nothing is sent to it; absent where it is not",
});

export const FOLLOWS_ROOM = bool({
  about:
    "Whether the switch of its room in the panels switches it, too; absent where nobody said so: then lights are switched, and all else is not. A group switches all its lights",
});

export const CELLS = text({
  max: 40,
  about: "Which batteries it takes, `2×AAA`, where somebody wrote it down; absent when empty: then its model counts",
});

export const TROUBLE_MEMBERS: Fields = {
  kind: text({ oneOf: TROUBLES }),
  certainty: text({ oneOf: ["certain", "likely", "possible"] }),
  lost: bool({ about: "Nobody hears it any more; else much of what it is sent gets lost" }),
  since: time({ about: "UTC" }),
  by: text({ about: "The device that is to blame: its address" }),
  bysince: time({ about: "Since when that one is gone, UTC" }),
  link: int({ min: 0, max: 255 }),
  channel: int({ min: 11, max: 26 }),
  better: int({ min: 11, max: 26, about: "A channel with less on it" }),
  battery: int({ min: 0, max: 100, unit: "%" }),
  frames: int({ about: "So much the device to blame tells in an hour" }),
  minutes: int({ about: "After so many it is usually heard again" }),
  count: int({ about: "So many devices have the same" }),
};

export const DEVICE_TYPES: Definitions = {
  Device: {
    ...plain("devices", {
      uniqueid: text({ access: "read-only", about: "Its address: eight bytes with colons" }),
      ieee: text({ access: "hidden" }),
      name: text({ access: "read-only" }),
      manufacturername: text({ access: "read-only" }),
      modelid: text({ access: "read-only" }),
      swversion: text({ access: "read-only" }),
      vendor: text({ access: "read-only", about: "Who sells it, as far as that is known" }),
      productid: text({ access: "read-only", about: "The model's name in shops" }),
      productname: text({ access: "read-only", about: "What it is, in a few words" }),
      kind: text({ access: "read-only", oneOf: ["router", "end-device", "green-power", "unknown"] }),
      sleepy: bool({ access: "read-only", about: "It hears only shortly after it has spoken" }),
      lastseen: time({ access: "read-only", quiet: true, saved: "with-next" }),
      lastannounced: time({ access: "read-only", saved: "with-next" }),
      linkquality: int({ access: "read-only", quiet: true, saved: "with-next", min: 0, max: 255 }),
      trouble: object({
        access: "read-only",
        nullable: true,
        members: TROUBLE_MEMBERS,
        about: "What is wrong with it, by all that is known of the network; absent or null where nothing is",
      }),
      notes: NOTES,
      disabled: DISABLED,
      followsroom: FOLLOWS_ROOM,
      cells: CELLS,
      gone: bool({ access: "hidden", about: "It left or was deleted; kept for its ids and names" }),
      replaces: object({
        access: "read-only",
        about: "The device in whose place it is, and until when that can be taken back: {uniqueid, name, until}",
      }),
      replacedby: object({
        access: "hidden",
        about: "The device that is in its place, and what is needed to take that back",
      }),
      known: object({ access: "hidden", about: "Every resource that it ever had: uniqueid → {id, name}" }),
      options: object({ access: "hidden", about: "How its values are read" }),
      scenes: object({ access: "hidden", about: "What its lights keep of scenes, by light and scene" }),
      refused: object({
        access: "hidden",
        about: "What its lights have refused though they should know it, by unique id",
      }),
      offs: object({
        access: "hidden",
        about: "Lights that we switch off when their time is over: light → milliseconds, UTC",
      }),
      waiting: object({ access: "hidden", about: "What was written while it slept" }),
    }),
    clients: { write: ["attr"] },
    state: {
      pairing: text({ oneOf: ["joined", "interviewing", "ready", "failed", "left"], momentary: true, saved: "never" }),
    },
  },
};
