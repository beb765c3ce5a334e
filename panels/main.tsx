/**
 * The first script: mounts the panels in a tab of the editor's sidebar or on their own page, and parts of them in
 * the dialogs of the editor.
 */
import { render } from "preact";
import type { AdminEndpoint } from "./api.ts";
import { App } from "./app.tsx";
import { editorToken, watchVisibility } from "./browser.ts";
import type { PanelHost } from "./hooks.ts";
import { keepFocus } from "./kept-focus.ts";
import { hearPresses, mountPart } from "./parts.tsx";
import { addressPlaces, ownPlaces } from "./place.ts";
import { speakIn } from "./texts.ts";

interface MountOptions {
  readonly home: PanelHost["kind"];
  readonly base: string; //             of `zigbee-gateway/`, relative to where the browser is
  readonly token: () => string | undefined;
  readonly language: string;
  readonly editor?: PanelHost["editor"];
  readonly tellHealth?: PanelHost["tellHealth"];
}

interface Mounted {
  /** The flows were deployed: gateways may have come or gone. */
  deployed(): void;
  unmount(): void;
}

function mount(element: HTMLElement, options: MountOptions): Mounted {
  const { base, token, language, editor, tellHealth } = options;
  const door: AdminEndpoint = { base, token };
  const home: PanelHost = { kind: options.home, ...(editor ? { editor } : {}), ...(tellHealth ? { tellHealth } : {}) };
  const places = options.home === "page" ? addressPlaces() : ownPlaces();
  let isSeen = true;
  let deployCount = 0;
  let isGone = false;
  let isReady = false;
  element.classList.add("zg", `zg-in-${options.home}`);
  const draw = () => {
    if (!isReady || isGone) return;
    render(<App door={door} home={home} places={places} isSeen={isSeen} deployCount={deployCount} />, element);
  };
  const stopKeeping = keepFocus(element);
  const stopWatching = watchVisibility(element, (now) => {
    isSeen = now;
    draw();
  });
  void speakIn(element, base, language).then(() => {
    isReady = true;
    if (!isGone) element.replaceChildren(); // that it loads
    draw();
  });
  return {
    deployed: () => {
      deployCount += 1;
      draw();
    },
    unmount: () => {
      isGone = true;
      stopWatching();
      stopKeeping();
      render(null, element);
    },
  };
}

const page = document.getElementById("zigbee-gateway-page");
if (page) {
  mount(page, { home: "page", base: "./", token: editorToken, language: navigator.language });
}

Object.assign(window, { zigbeeGatewayPanels: { mount, mountPart, hearPresses } });
