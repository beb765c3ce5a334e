/** The way from the editor to the panels: they are loaded when somebody first looks, from wherever the editor was put. */
const FILES = "resources/node-red-contrib-zigbee-gateway/panels";

/** The bundle of the panels, as far as the editor uses it. */
export interface Panels {
  mount(place: HTMLElement, where: Surroundings & PanelOptions): MountedPanels;
  readRule(place: HTMLElement, where: Surroundings & { readonly gatewayId: string }): ShownRule;
}

export interface MountedPanels {
  deployed(): void;
  unmount(): void;
}

export interface ShownRule {
  show(asked: unknown): void;
  unmount(): void;
}

interface PanelOptions {
  readonly home: string;
  readonly editor: object;
  readonly tellHealth: (bad: number) => void;
}

/** What panels need to know of where they are. */
interface Surroundings {
  readonly base: string;
  readonly token: () => string | undefined;
  readonly language: string;
}

declare global {
  interface Window {
    zigbeeGatewayPanels: Panels;
    zigbeeGatewayLoading: Promise<Panels> | undefined; // one for all who bring this loader along
  }
}

/** Also where the editor was put below an address of its own. */
function below(path: string): string {
  return (RED.settings.apiRootUrl || "") + path;
}

export function surroundings(): Surroundings {
  return {
    base: below("zigbee-gateway/"),
    token: () => RED.settings.get("auth-tokens")?.access_token,
    language: localStorage.getItem("editor-language") || RED.i18n.detectLanguage(),
  };
}

export function loadPanels(): Promise<Panels> {
  window.zigbeeGatewayLoading ??= new Promise<Panels>((resolve, reject) => {
    $("<link>", { rel: "stylesheet", href: below(`${FILES}.css`) }).appendTo("head");
    const script = document.createElement("script");
    script.onload = () => resolve(window.zigbeeGatewayPanels);
    script.onerror = () => {
      window.zigbeeGatewayLoading = undefined; // the next one who looks tries again
      reject(new Error("the panels cannot be loaded"));
    };
    script.src = below(`${FILES}.js`);
    document.head.append(script);
  });
  return window.zigbeeGatewayLoading;
}
