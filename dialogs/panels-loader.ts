/** The way from the editor to the panels: the loader loads them when a user first looks, below any path that the editor has. */
import type { Press } from "./remote-keys.ts";

const FILES = "resources/node-red-contrib-zigbee-gateway/panels";

/** The bundle of the panels, as far as the editor uses it. */
interface Panels {
  mount(place: HTMLElement, where: Surroundings & PanelOptions): MountedPanels;
  /** A component of the panels by its name (`panels/parts.tsx` has them all, with their props). */
  mountPart<Props extends object>(place: HTMLElement, name: string, where: OfGateway, props: Props): ShownPart<Props>;
  /** Tells each press of a remote of the gateway until it is stopped. */
  hearPresses(where: OfGateway, hear: (press: Press) => void): () => void;
}

export interface ShownPart<Props> {
  show(props: Props): void;
  unmount(): void;
}

export interface MountedPanels {
  deployed(): void;
  unmount(): void;
}

interface PanelOptions {
  readonly home: string;
  readonly editor: object;
  readonly tellHealth: (bad: number) => void;
}

/** The facts that panels need of the page around them. */
interface Surroundings {
  readonly base: string;
  readonly token: () => string | undefined;
  readonly language: string;
}

type OfGateway = Surroundings & { readonly gatewayId: string };

declare global {
  interface Window {
    zigbeeGatewayPanels: Panels;
    zigbeeGatewayLoading: Promise<Panels> | undefined; // one for all bundles that bring this loader along
    zigbeeGatewayTries: number | undefined;
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
    language: languageOfEditor(),
  };
}

/** The user may have chosen one that is not the browser's. */
export function languageOfEditor(): string {
  return localStorage.getItem("editor-language") || RED.i18n.detectLanguage();
}

/** The runtime makes statuses where the flows run, in the language of the editor that shows them. */
export function tellLanguage(): void {
  const data = JSON.stringify({ language: languageOfEditor() });
  void $.ajax({ url: "zigbee-gateway/language", method: "POST", contentType: "application/json", data });
}

export function loadPanels(): Promise<Panels> {
  window.zigbeeGatewayLoading ??= new Promise<Panels>((resolve, reject) => {
    $("<link>", { rel: "stylesheet", href: below(`${FILES}.css`) }).appendTo("head");
    const script = document.createElement("script");
    script.type = "module";
    script.onload = () => resolve(window.zigbeeGatewayPanels);
    script.onerror = () => {
      window.zigbeeGatewayLoading = undefined; // the next call tries again
      reject(new Error("the panels cannot be loaded"));
    };
    window.zigbeeGatewayTries = (window.zigbeeGatewayTries ?? 0) + 1;
    const again = window.zigbeeGatewayTries > 1 ? `?again=${window.zigbeeGatewayTries}` : ""; // a browser asks once for a module
    script.src = below(`${FILES}.js${again}`);
    document.head.append(script);
  });
  return window.zigbeeGatewayLoading;
}
