/** The dialog of the pairing node. */
function isOpening(value: unknown): boolean {
  return /^\d{1,3}$/.test(String(value).trim()) && Number(value) >= 1 && Number(value) <= 254;
}

zigbeeGateway.registerType("zigbee-gateway-pairing", {
  color: "#A6BBCF",
  defaults: {
    seconds: { value: "120", validate: isOpening },
  },
  inputs: 1,
  outputs: 2,
  icon: "zigbee-gateway-pairing.svg",
  outputNames: ["answer", "facts"],
});
