/** A window over the panel: the browser's own dialog, which keeps the focus inside and closes on Escape. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../texts.ts";
import { useId } from "./own-id.ts";
import { Button } from "./widgets.tsx";

interface DialogProps {
  readonly title: string;
  readonly head?: ComponentChildren; // in the place of the title, with a heading that says the same
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren; // beside "close"
  readonly no?: string; //                 in the place of "close"
  readonly aside?: ComponentChildren; //   at the other end: done rarely
  readonly onClose: () => void;
}

export function Dialog({ title, head, children, actions, aside, no = say("do.close"), onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const beside = useTouchBeside(dialog, actions !== undefined, onClose);
  useEffect(() => {
    const before = document.activeElement;
    const own = dialog.current;
    own?.showModal();
    return () => {
      const now = document.activeElement;
      const isNowhere = !now || now === document.body || own?.contains(now);
      if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const choices = (
    <>
      <Button onClick={onClose}>{no}</Button>
      {actions}
    </>
  );
  return (
    <dialog
      ref={dialog}
      class="zg-dialog"
      {...(head === undefined ? { "aria-labelledby": id } : { "aria-label": title })}
      {...beside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {head === undefined ? <h2 id={id}>{title}</h2> : <div class="zg-dialog-head">{head}</div>}
      <div class="zg-dialog-body">{children}</div>
      <div class="zg-dialog-actions">
        {aside === undefined ? (
          choices
        ) : (
          <>
            <div class="zg-dialog-aside">{aside}</div>
            <div class="zg-dialog-choices">{choices}</div>
          </>
        )}
      </div>
    </dialog>
  );
}

/** A touch beside a dialog closes it, unless the user has begun with an entry there that is still to be saved. */
function useTouchBeside(dialog: { readonly current: HTMLDialogElement | null }, saves: boolean, onClose: () => void) {
  const isBegun = useRef(false);
  const isDown = useRef(false); // beside it: a drag out of a field closes nothing
  const isBeside = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.current?.getBoundingClientRect() ?? new DOMRect();
    return target === dialog.current && (x < left || x > right || y < top || y > bottom);
  };
  return {
    onInput: () => {
      isBegun.current = true;
    },
    onPointerDown: (event: PointerEvent) => {
      isDown.current = isBeside(event);
    },
    onClick: (event: MouseEvent) => {
      if (!isBeside(event)) isBegun.current ||= event.target !== dialog.current;
      else if (isDown.current && !(saves && isBegun.current)) onClose();
    },
  };
}

interface QuestionProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly yes: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean; // it cannot be answered with yes yet
  readonly onYes: () => unknown; // false: it failed, and the question stays
  readonly onClose: () => void;
}

/** The question before an action that cannot be undone. */
export function Question({ title, children, yes, isDangerous, isDisabled, onYes, onClose }: QuestionProps) {
  const act = async () => {
    if ((await onYes()) !== false) onClose();
  };
  return (
    <Dialog
      title={title}
      no={say("do.cancel")}
      onClose={onClose}
      actions={
        <Button kind={isDangerous ? "danger" : "primary"} isDisabled={isDisabled === true} onClick={act}>
          {yes}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
