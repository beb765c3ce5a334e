/** Ids for labels: ids of Preact are unique only within one root, and a dialog of the editor has several roots beside the sidebar. */
import { useState } from "preact/hooks";

let made = 0;

export function useId(): string {
  return useState(newId)[0];
}

function newId(): string {
  made += 1;
  return `zg-id-${made}`;
}
