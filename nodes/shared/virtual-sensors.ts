/** Sensors without a device that the dialog of the sensor node offers to declare; a test holds it against what clients can make. */

/** Virtual sensors that a flow can declare, without CLIP. */
export const DECLARABLE = [
  "Alarm",
  "Battery",
  "CarbonMonoxide",
  "Consumption",
  "Fire",
  "GenericFlag",
  "GenericStatus",
  "Humidity",
  "LightLevel",
  "OpenClose",
  "Power",
  "Presence",
  "Pressure",
  "Temperature",
  "Vibration",
  "Water",
];
