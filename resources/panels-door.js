/** The way from the editor to the panels: they are loaded when somebody first looks, from wherever the editor was put. */
const FILES = "resources/node-red-contrib-zigbee-gateway/panels";
let loading;

/** Also where the editor was put below an address of its own. */
function below(path) {
  return (RED.settings.apiRootUrl || "") + path;
}

/** What panels need to know of where they are. */
export function surroundings() {
  return {
    base: below("zigbee-gateway/"),
    token: () => RED.settings.get("auth-tokens")?.access_token,
    language: localStorage.getItem("editor-language") || RED.i18n.detectLanguage(),
  };
}

export function panels() {
  loading ??= new Promise((resolve, reject) => {
    $("<link>", { rel: "stylesheet", href: below(`${FILES}.css`) }).appendTo("head");
    const script = document.createElement("script");
    script.onload = () => resolve(window.zigbeeGatewayPanels);
    script.onerror = () => {
      loading = undefined; // the next one who looks tries again
      reject(new Error("the panels cannot be loaded"));
    };
    script.src = below(`${FILES}.js`);
    document.head.append(script);
  });
  return loading;
}
