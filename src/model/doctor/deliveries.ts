/** The fate of the frames for each device, as the radio counts them: plain data that crosses its wall. */

/** Why a device did not get a frame, or did not answer it, as finely as the stick tells it. */
export const LOSSES = [
  "no-ack", //   the next one on the way did not hear it
  "no-route", // there is no way
  "channel", //  the air was never free
  "busy", //     the stick had no room for it
  "asleep", //   the device did not ask for it in time
  "silent", //   it arrived, and no answer came
  "other",
] as const;
export type DeliveryLoss = (typeof LOSSES)[number];

/** Since it was told last. */
export interface DeviceDeliveries {
  readonly ieee: string;
  readonly sent: number; //    attempts
  readonly retried: number; // of them those that came after another one
  readonly lost: Readonly<Partial<Record<DeliveryLoss, number>>>;
  readonly heard: number; //   frames that came from it
  readonly told: number; //    of them those that the radio had not asked for
  readonly link: number | null; // how well they were heard, on the average: 0 to 255
  readonly moved: number; //   how often it had another address in the network
}

/** The stick's own counts since its last report; which ones there are depends on the stick. */
export type StickCounters = Readonly<
  Partial<Record<"sent" | "retried" | "failed" | "channel" | "buffers" | "undecrypted" | "replayed", number>>
>;
