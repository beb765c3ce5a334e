/** Facts that only the browser knows: the login token of the editor, and whether the panels are visible. */
import type { Stop } from "../src/model/resource.ts";

const KEPT_FOR = 60_000; // milliseconds: some browsers ask first where to put a file
const OUT_OF_SIGHT = 15_000; // milliseconds: a short look at another tab closes no stream

/** The editor keeps its token under a name that depends on its path. */
export function editorToken(): string | undefined {
  try {
    const kept = localStorage.getItem(`auth-tokens${tokenSuffix(location.pathname)}`);
    const token: unknown = kept === null ? undefined : JSON.parse(kept)?.access_token;
    return typeof token === "string" ? token : undefined;
  } catch {
    return undefined; // no storage, or something else in it
  }
}

/** "/admin/zigbee-gateway/" → "-admin": the editor's own path without its last slash. */
export function tokenSuffix(path: string): string {
  return path
    .replace(/zigbee-gateway\/?$/, "")
    .slice(0, -1)
    .replaceAll("/", "-");
}

/** Tells when the element becomes visible, and when it has been hidden for a while. */
export function watchVisibility(element: HTMLElement, tell: (isSeen: boolean) => void): Stop {
  let isInside = true;
  let told = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const isSeen = isInside && document.visibilityState === "visible";
    if (isSeen === told) return;
    const turn = () => {
      told = isSeen;
      tell(isSeen);
    };
    if (isSeen) turn();
    else timer = setTimeout(turn, OUT_OF_SIGHT);
  };
  const observer = new IntersectionObserver((entries) => {
    isInside = entries.at(-1)?.isIntersecting ?? isInside;
    look();
  });
  observer.observe(element);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("visibilitychange", look);
  };
}

export interface NamedFile {
  readonly name: string;
  readonly content: Blob;
}

/** As if it had been clicked as a link: the browser keeps it where it keeps downloads. */
export function downloadFile({ name, content }: NamedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR);
}
