/** Ids for labels: those of Preact are only its own within one root, and a dialog of the editor has several of them beside the sidebar. */
import { useState } from "preact/hooks";

let made = 0;

export function useId(): string {
  return useState(newId)[0];
}

function newId(): string {
  made += 1;
  return `zg-id-${made}`;
}
