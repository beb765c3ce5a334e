/** A device as a whole: what is true of it, whatever resources it became. Clients see it below `/devices`. */
import { type Definitions, plain } from "../../model/definitions.ts";
import { bool, int, object, text, time } from "../../model/fields.ts";

export const DEVICE_TYPES: Definitions = {
  Device: {
    ...plain("devices", {
      uniqueid: text({ fixed: true, about: "Its address: eight bytes with colons" }),
      ieee: text({ hidden: true }),
      name: text({ fixed: true }),
      manufacturername: text({ fixed: true }),
      modelid: text({ fixed: true }),
      swversion: text({ fixed: true }),
      vendor: text({ fixed: true, about: "Who sells it, as far as that is known" }),
      productid: text({ fixed: true, about: "The model's name in shops" }),
      productname: text({ fixed: true, about: "What it is, in a few words" }),
      kind: text({ fixed: true, oneOf: ["router", "end-device", "green-power", "unknown"] }),
      sleepy: bool({ fixed: true, about: "It hears only shortly after it has spoken" }),
      lastseen: time({ fixed: true, quiet: true, along: true }),
      lastannounced: time({ fixed: true, along: true }),
      linkquality: int({ fixed: true, quiet: true, unsaved: true, min: 0, max: 255 }),
      gone: bool({ hidden: true, about: "It left or was deleted; kept for its ids and names" }),
      known: object({ hidden: true, about: "Every resource that it ever had: uniqueid → {id, name}" }),
      options: object({ hidden: true, about: "How its values are read" }),
      scenes: object({ hidden: true, about: "What its lights keep of scenes, by light and scene" }),
      refused: object({ hidden: true, about: "What its lights have refused though they should know it, by unique id" }),
      offs: object({
        hidden: true,
        about: "Lights that we switch off when their time is over: light → milliseconds, UTC",
      }),
      waiting: object({ hidden: true, about: "What was written while it slept" }),
    }),
    state: {
      pairing: text({ oneOf: ["joined", "interviewing", "ready", "failed", "left"], momentary: true, unsaved: true }),
    },
  },
};
