/**
 * The text and the choices of a user in the form of a rule or a schedule that are not saved yet: kept in this tab of the browser, also over a
 * reload, until the user saves, cancels or discards them. A form that was open when another panel was shown is open again when the user comes back.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApi } from "../hooks.ts";
import type { Path } from "../place.ts";
import { type DraftsByForm, readDrafts, writtenDrafts } from "./kept-drafts.ts";

interface Drafts {
  readonly byForm: DraftsByForm; // "/rules/new", "/rules/new /groups/1/scenes/2", "/rules/3"
  left?: string; //                        the form that was open when another panel was shown
}

const drafts = new Map<string, Drafts>(); // by gateway

export function draftsOf(gateway: string): Drafts {
  const own = drafts.get(gateway) ?? { byForm: readDrafts(kept(gateway)) };
  drafts.set(gateway, own);
  return own;
}

/** `draft`: undefined to forget it. */
export function keepDraft(gateway: string, form: string, draft: object | undefined): void {
  const { byForm } = draftsOf(gateway);
  if (draft) byForm.set(form, draft);
  else byForm.delete(form);
  const text = writtenDrafts(byForm);
  try {
    if (text === undefined) sessionStorage.removeItem(placeOf(gateway));
    else sessionStorage.setItem(placeOf(gateway), text);
  } catch {} // without a storage, drafts last until the next reload
}

function kept(gateway: string): string | null {
  try {
    return sessionStorage.getItem(placeOf(gateway));
  } catch {
    return null;
  }
}

function placeOf(gateway: string): string {
  return `zigbee-gateway-drafts ${gateway}`;
}

/** A form by its path in the panel. */
export function formAt(path: Path): string {
  return path.slice(1).join(" ");
}

export function pathOfForm(form: string): Path {
  return ["automation", ...form.split(" ")];
}

export interface Draft<Typed> {
  readonly typed: Partial<Typed>;
  readonly isOld: boolean; // it was there when the form was opened
  readonly isKept: () => boolean;
  readonly type: (more: Partial<Typed>) => void;
  readonly drop: () => void;
}

export function useDraft<Typed extends object>(form: string): Draft<Typed> {
  const { id } = useApi();
  const { byForm } = draftsOf(id);
  const latest = useRef((byForm.get(form) ?? {}) as Partial<Typed>);
  const [isOld, setOld] = useState(byForm.has(form));
  const [typed, show] = useState(latest.current);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const type = (more: Partial<Typed>) => {
    if (isLeft.current) return; // an answer of the gateway that came too late
    latest.current = { ...latest.current, ...more };
    keepDraft(id, form, latest.current);
    show(latest.current);
  };
  const drop = () => {
    latest.current = {};
    keepDraft(id, form, undefined);
    show(latest.current);
    setOld(false);
  };
  return { typed, isOld, isKept: () => byForm.has(form), type, drop };
}

export function useHasDraft(form: string): boolean {
  return draftsOf(useApi().id).byForm.has(form);
}

/** `open`: the panel is shown anew, without anything opened in it, and this form was left. */
export function useLeftForm(path: Path, open: (path: Path) => void): void {
  const own = draftsOf(useApi().id);
  const last = useRef(path);
  if (path[0] === "automation") last.current = path;
  useLayoutEffect(() => {
    const { left } = own;
    delete own.left;
    if (left !== undefined && formAt(last.current) === "" && own.byForm.has(left)) open(pathOfForm(left));
    return () => {
      const form = formAt(last.current);
      if (own.byForm.has(form)) own.left = form;
    };
  }, [own]);
}
