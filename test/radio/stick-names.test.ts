/** The adapters that names of sticks tell. They are those of real sticks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { guessOf, labelOf } from "../../src/radio/stick-names.ts";

const NAMES: readonly [id: string, label: string, adapter: string | undefined][] = [
  [
    "usb-dresden_elektronik_ingenieurtechnik_GmbH_ConBee_II_DE2132111-if00",
    "dresden elektronik ingenieurtechnik GmbH ConBee II",
    "deconz",
  ],
  ["usb-dresden_elektronik_ConBee_III_DE03188111-if00-port0", "dresden elektronik ConBee III", "deconz"],
  ["usb-Nabu_Casa_SkyConnect_v1.0_3abe54797c91ed118fc3cad13b20a111-if00-port0", "Nabu Casa SkyConnect v1.0", "ember"],
  ["usb-Nabu_Casa_ZBT-2_10B41DE58D6C-if00", "Nabu Casa ZBT-2", "ember"],
  ["usb-SMLIGHT_SMLIGHT_SLZB-07_be9faa0786e1ea11bd68dc2d9a583111-if00-port0", "SMLIGHT SLZB-07", "ember"],
  ["usb-SMLIGHT_SMLIGHT_SLZB-07p7_be9faa0786e1ea11bd68dc2d9a583111-if00-port0", "SMLIGHT SLZB-07p7", "zstack"],
  ["usb-SMLIGHT_SMLIGHT_SLZB-07mg24_be9faa0786e1ea11bd68dc2d9a583111-if00-port0", "SMLIGHT SLZB-07mg24", "ember"],
  ["slzb-06", "slzb-06", "zstack"],
  ["tcp://SLZB-06P10.local:6638", "tcp://SLZB-06P10.local:6638", "zstack"],
  ["tcp://slzb-06m.local:6638", "tcp://slzb-06m.local:6638", "ember"],
  [
    "usb-ITEAD_SONOFF_Zigbee_3.0_USB_Dongle_Plus_V2_20240122184111-if00",
    "ITEAD SONOFF Zigbee 3.0 USB Dongle Plus V2",
    "ember",
  ],
  [
    "usb-Silicon_Labs_Sonoff_Zigbee_3.0_USB_Dongle_Plus_0111-if00-port0",
    "Silicon Labs Sonoff Zigbee 3.0 USB Dongle Plus 0111",
    "zstack",
  ],
  [
    "usb-SONOFF_SONOFF_Dongle_Plus_MG24_b023a583a66bef118e30a3adc169b110-if00-port0",
    "SONOFF Dongle Plus MG24",
    "ember",
  ],
  ["usb-SONOFF_SONOFF_Dongle_Max_MG24_08965d6b0674ef11b2f4e61e313510fd-if00-port0", "SONOFF Dongle Max MG24", "ember"],
  [
    "usb-SONOFF_SONOFF_Dongle_Plus_CC2674P10_141ff85f6b12f011b6500514773d9da9-if00-port0",
    "SONOFF Dongle Plus CC2674P10",
    "zstack",
  ],
  [
    "usb-Silicon_Labs_slae.sh_cc2652rb_stick_-_slaesh_s_iot_stuff_00_12_4B_00_21_A8_EC_79-if00-port0",
    "Silicon Labs slae.sh cc2652rb stick - slaesh s iot stuff",
    "zstack",
  ],
  [
    "usb-Texas_Instruments_TI_CC2531_USB_CDC___0X00124B0018ED1111-if00",
    "Texas Instruments TI CC2531 USB CDC",
    "zstack",
  ],
  ["usb-ZEPHYR_Zigbee_NCP_54ACCFAFA6DAD111-if00", "ZEPHYR Zigbee NCP", "zboss"],
  ["usb-FTDI_ZiGate_ZIGATE+-if00-port0", "FTDI ZiGate ZIGATE+", "zigate"],
  ["usb-1a86_USB_Serial-if00-port0", "1a86 USB Serial", undefined],
  [
    "usb-Silicon_Labs_CP2105_Dual_USB_to_UART_Bridge_Controller_012BA111-if01-port0",
    "Silicon Labs CP2105 Dual USB to UART Bridge Controller, port 2",
    undefined,
  ],
];

for (const [id, label, adapter] of NAMES) {
  test(id, () => {
    assert.equal(labelOf(id), label);
    assert.equal(guessOf(id), adapter);
  });
}
