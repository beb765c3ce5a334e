/** The dialog of the request node: what the API is asked, with the addresses that there are. */
import { fieldValue } from "./editor.ts";

const { follow } = zigbeeGateway;
const COLLECTIONS = ["/config", "/sensors", "/lights", "/groups", "/rules", "/schedules", "/resourcelinks"];
const SECTIONS = ["config", "state", "action"];

zigbeeGateway.registerType("zigbee-gateway-request", {
  color: "#A6BBCF",
  defaults: {
    method: { value: "GET" },
    address: { value: "" },
    body: { value: "payload", validate: RED.validators.typedInput("bodyType") },
    bodyType: { value: "msg" },
    refusalIsError: { value: false },
  },
  inputs: 1,
  outputs: 1,
  icon: "zigbee-gateway-request.svg",
  outputNames: ["output"],
  called: ({ method, address }) => address && `${method} ${address}`.trim(),
  oneditprepare() {
    $("#node-input-body").typedInput({ default: "msg", types: ["msg", "json"], typeField: "#node-input-bodyType" });
    const method = $("#node-input-method");
    const showBody = () => $("#zigbee-gateway-request-body").toggle(!["GET", "DELETE"].includes(fieldValue(method)));
    method.on("change", showBody);
    showBody();
    follow(({ resources }, trouble) => {
      const list = $("#zigbee-gateway-request-addresses").empty();
      const option = (address: string, name = "") => $("<option>").val(address).text(name).appendTo(list);
      for (const collection of COLLECTIONS) option(collection);
      for (const { address, name, members = {} } of resources) {
        option(address, name);
        for (const section of SECTIONS) if (members[section]) option(`${address}/${section}`, name);
      }
      $("#zigbee-gateway-request-hint").text(trouble);
    });
  },
});
