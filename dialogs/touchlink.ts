/** The dialog of the touchlink node. */
zigbeeGateway.registerType("zigbee-gateway-touchlink", {
  color: "#BFD8D2",
  defaults: {
    does: { value: "scan" },
    confirm: { value: false },
  },
  inputs: 1,
  outputs: 2,
  icon: "zigbee-gateway-touchlink.svg",
  outputNames: ["answer", "progress"],
});
