/** The dialog of the light node. */
const { pick, isSeconds } = zigbeeGateway;
const NOTHING_TO_DO = ["Range extender", "Configuration tool"];

zigbeeGateway.registerType("zigbee-gateway-light", {
  color: "#FDD0A2",
  defaults: {
    does: { value: "" },
    arrows: { value: "" },
    target: { value: "" },
    units: { value: "human" },
    transition: { value: "", validate: isSeconds },
  },
  inputs: 1,
  outputs: 1,
  icon: "zigbee-gateway-light.svg",
  outputNames: ["answer", "changes"],
  oneditprepare() {
    pick(this, {
      kind: "lights",
      fits: ({ family, type }) => family === "groups" || (family === "lights" && !NOTHING_TO_DO.includes(type)),
    });
  },
});
