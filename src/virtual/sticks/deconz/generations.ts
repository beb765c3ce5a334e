/** The sticks that dresden elektronik has made, as far as software can tell them apart. */
export type Generation = "ConBee" | "ConBee II" | "ConBee III";

export interface Firmware {
  readonly version: number; // its second byte is the platform
  readonly hasCounter: boolean; // the frame counter can be read and written
  readonly hasWatchdog: boolean;
  readonly resetsOnStateChange: boolean; // it says nothing for some seconds when its network is switched on or off
  readonly tellsSource: "address" | "address and ieee"; // of the sender of a frame
  readonly listsOwnEndpoints: boolean; // asked which ones it has
}

/** Their newest firmware that has these limits. A RaspBee is as the ConBee of its time. */
export const FIRMWARES: Readonly<Record<Generation, Firmware>> = {
  ConBee: {
    version: 0x26400500,
    hasCounter: false,
    hasWatchdog: true,
    resetsOnStateChange: false,
    tellsSource: "address",
    listsOwnEndpoints: false,
  },
  "ConBee II": {
    version: 0x26780700,
    hasCounter: true,
    hasWatchdog: true,
    resetsOnStateChange: false,
    tellsSource: "address",
    listsOwnEndpoints: true,
  },
  "ConBee III": {
    version: 0x26450900,
    hasCounter: true,
    hasWatchdog: false,
    resetsOnStateChange: true,
    tellsSource: "address and ieee",
    listsOwnEndpoints: true,
  },
};
