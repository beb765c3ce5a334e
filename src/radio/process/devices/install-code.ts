/** An install code is given to the stick only whole: herdsman takes a letter that is no digit for a zero, and the device would never come. */
import { parseInstallCode } from "zigbee-herdsman/dist/controller/helpers/installCodes.js";
import { RadioError } from "../../../model/radio.ts";
import type { Herdsman } from "../herdsman.ts";

const ADDRESS = /^0x[0-9a-f]{16}$/;
const KEY = /^([0-9a-f]{2})+$/i;

export async function addInstallCode(herdsman: Herdsman, code: string): Promise<void> {
  const [address, key] = parseInstallCode(code);
  if (!ADDRESS.test(address) || !KEY.test(key)) throw new RadioError("invalid", "this is no install code");
  await herdsman.addInstallCode(code);
}
