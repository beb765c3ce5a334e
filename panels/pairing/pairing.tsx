/** New devices: permit join, and the devices that joined, to be named, put into a room, tried, and used in a flow. */
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import { FlowDialog } from "../flow/flow-dialog.tsx";
import { useHouse, useHouseDevices, useLive, useNote, usePanelHost } from "../hooks.ts";
import { say } from "../texts.ts";
import { Form, Select, TextField } from "../widgets/fields.tsx";
import { Button, Fold, Ring } from "../widgets/widgets.tsx";
import {
  type InstallCodeFault,
  installCodeCommand,
  type JoinRouter,
  permitJoinCommand,
  routersIn,
  SPANS,
  wholeOf,
} from "./join-requests.ts";
import { JoinedDevices } from "./joined-devices.tsx";
import { hasNewcomer, type JoinedDevice, joinLog } from "./joining.ts";
import { Touchlink } from "./touchlink.tsx";

export function Pairing() {
  const { editor } = usePanelHost();
  const [flowFor, setFlowFor] = useState<readonly string[] | undefined>(undefined);
  const root = useRef<HTMLDivElement>(null);
  useSteadyForm(root);
  return (
    <div ref={root}>
      <PermitJoin />
      <JoinedDevices {...(editor ? { onFlow: setFlowFor } : {})} />
      <Fold title={say("pairing.code.title")}>
        <InstallCode />
      </Fold>
      <Fold title={say("pairing.touchlink.title")}>
        <Touchlink />
      </Fold>
      {editor && flowFor && <FlowDialog editor={editor} devices={flowFor} onClose={() => setFlowFor(undefined)} />}
    </div>
  );
}

interface LetInProps {
  readonly seconds: number;
}

/** In the dialog of the pairing node: opens the network right there, for as long as the node does, and shows devices that join. */
export function LetIn({ seconds }: LetInProps) {
  return (
    <>
      <PermitJoin span={seconds} />
      <JoinedDevices />
    </>
  );
}

interface PermitJoinChoice {
  readonly seconds: number;
  readonly via: string; // the address of a router; "" for all
}

const LONGER = 60; // seconds more, while the network is open
const MOST = 254; // seconds for which a network can be open
const STEP = 5; // seconds by which a countdown may move at once

/** `span`: for how long, where that stands elsewhere. */
function PermitJoin({ span }: { readonly span?: number }) {
  const { left, isUp } = useHouse(({ config }) => ({
    left: Number(config.permitjoinfull ?? 0),
    isUp: config.rfconnected === true,
  }));
  const [{ seconds: chosen, via }, setWay] = useState<PermitJoinChoice>({ seconds: SPANS[0], via: "" });
  const seconds = span ?? chosen;
  const commands = useCommands();
  const routers = useRouters();
  const through = routers.find(({ mac }) => mac === via);
  const open = (time: number) => commands.sendAll([permitJoinCommand(time, through?.mac)]);
  const next = left > 0 ? left + LONGER : seconds;
  const { isMissed, forget } = useMissed(left > 0);
  return (
    <section class="zg-section" aria-labelledby="zg-opening">
      <h2 id="zg-opening">{say("pairing.title")}</h2>
      {left > 0 && <PermitJoinCountdown left={left} />}
      {left === 0 && (isMissed ? <Missed /> : <p class="zg-hint">{say("pairing.about")}</p>)}
      {!isUp && <p class="zg-fault">{say("pairing.no-radio")}</p>}
      {left === 0 && span === undefined && (
        <PermitJoinForm way={{ seconds, via: through?.mac ?? "" }} routers={routers} onWay={setWay} />
      )}
      <div class="zg-actions zg-opening">
        <Button kind="primary" icon="pair" isDisabled={!isUp || next > MOST} onClick={() => open(next)}>
          {left > 0 ? say("pairing.longer", { seconds: LONGER }) : say("pairing.open", { seconds })}
        </Button>
        {left > 0 && (
          <Button
            icon="stop"
            onClick={() => {
              forget();
              return open(0);
            }}
          >
            {say("pairing.close")}
          </Button>
        )}
      </div>
      <CommandError of={commands} />
    </section>
  );
}

/** The time is over, and no device has joined. A user who closes the network by hand knows why. */
function useMissed(isOpen: boolean): { readonly isMissed: boolean; readonly forget: () => void } {
  const { joined } = joinLog(useLive());
  const before = useRef<readonly JoinedDevice[] | undefined>(isOpen ? [] : undefined); // as it was when the network was opened
  const [isMissed, setMissed] = useState(false);
  useEffect(() => {
    setMissed(!isOpen && before.current !== undefined && !hasNewcomer(before.current, joined));
    before.current = isOpen ? (before.current ?? joined) : undefined;
  }, [isOpen]);
  return {
    isMissed,
    forget: () => {
      before.current = undefined;
    },
  };
}

/** Tips that most often help. */
function Missed() {
  const names = {
    touchlink: say("pairing.touchlink.title"),
    code: say("pairing.code.title"),
    panel: say("tab.pairing"),
  };
  return (
    <div class="zg-missed" role="status">
      <p>
        <strong>{say("pairing.missed.title")}</strong>
      </p>
      <ul>
        <li>{say("pairing.missed.near")}</li>
        <li>{say("pairing.missed.again")}</li>
        <li>{say("pairing.missed.old", names)}</li>
      </ul>
    </div>
  );
}

interface PermitJoinFormProps {
  readonly way: PermitJoinChoice;
  readonly routers: readonly JoinRouter[];
  readonly onWay: (way: PermitJoinChoice) => void;
}

function PermitJoinForm({ way, routers, onWay }: PermitJoinFormProps) {
  return (
    <div class="zg-opening-how">
      <fieldset class="zg-choices">
        <legend>{say("pairing.how-long")}</legend>
        {SPANS.map((seconds) => (
          <label key={seconds}>
            <input
              type="radio"
              name="zg-opening-span"
              checked={way.seconds === seconds}
              onChange={() => onWay({ ...way, seconds })}
            />
            {say("pairing.seconds", { seconds })}
          </label>
        ))}
      </fieldset>
      <Select
        label={say("pairing.through")}
        value={way.via}
        options={[["", say("pairing.through-all")], ...routers.map(({ mac, name }) => [mac, name] as const)]}
        onChange={(via) => onWay({ ...way, via })}
      />
    </div>
  );
}

/** Each opening has a countdown of its own, whichever client opened the network. */
function PermitJoinCountdown({ left }: { readonly left: number }) {
  const before = useRef({ left: 0, whole: 0 });
  const isFresh = Math.abs(before.current.left - left) > STEP || left > before.current.left;
  before.current = { left, whole: wholeOf(left, isFresh ? 0 : before.current.whole) };
  return (
    <div class="zg-window">
      <Ring label={say("pairing.left")} value={left} max={before.current.whole}>
        {left}
      </Ring>
      <p role="status">{say("pairing.open-now")}</p>
    </div>
  );
}

function useRouters() {
  const devices = useHouse((house) => house.devices);
  const all = useHouseDevices();
  return useMemo(() => {
    const names = new Map(all.map(({ key, name }) => [key, name]));
    return routersIn(devices, (mac) => names.get(mac) ?? mac);
  }, [all, devices]);
}

// ---- install codes

function InstallCode() {
  const isAble = useHouse(({ skills }) => skills.includes("installcode"));
  const [code, setCode] = useState("");
  const [address, setAddress] = useState("");
  const [wrong, setWrong] = useState<InstallCodeFault | undefined>(undefined);
  const commands = useCommands();
  const note = useNote();
  if (!isAble) return <p class="zg-hint">{say("pairing.code.cannot")}</p>;
  const send = async () => {
    const command = installCodeCommand(code, address);
    setWrong(typeof command === "string" ? command : undefined);
    if (typeof command === "string" || !(await commands.send(command.method, command.address, command.body))) return;
    setCode("");
    setAddress("");
    note(say("pairing.code.taken"));
  };
  const fault = (of: readonly InstallCodeFault[]) =>
    wrong && of.includes(wrong) ? say(`pairing.code.wrong.${wrong}`) : undefined;
  return (
    <Form>
      <p class="zg-hint">{say("pairing.code.about")}</p>
      <TextField
        label={say("pairing.code.code")}
        hint={say("pairing.code.code-hint")}
        fault={fault(["code"])}
        value={code}
        spellcheck={false}
        onType={setCode}
      />
      <TextField
        label={say("pairing.code.address")}
        hint={say("pairing.code.address-hint")}
        fault={fault(["whose", "address"])}
        value={address}
        spellcheck={false}
        onType={setAddress}
      />
      <Button icon="key" isSubmit isDisabled={code.trim() === ""} onClick={send}>
        {say("pairing.code.tell")}
      </Button>
      <CommandError of={commands} />
    </Form>
  );
}

// ---- the form that the user fills in

interface HeldForm {
  readonly form: Element;
  readonly top: number; // pixels, in the window
}

function useSteadyForm(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = root.current;
    const panel = own?.closest(".zg-panel");
    if (!own || !panel) return;
    let held: HeldForm | undefined;
    const note = () => {
      const form = document.activeElement?.closest("form");
      held = form && own.contains(form) ? { form, top: form.getBoundingClientRect().top } : undefined;
    };
    const restore = () => {
      if (held?.form.isConnected) panel.scrollTop += held.form.getBoundingClientRect().top - held.top;
      note();
    };
    const sizes = new ResizeObserver(restore); // tells before anything is painted
    sizes.observe(own);
    own.addEventListener("focusin", note);
    own.addEventListener("focusout", note);
    panel.addEventListener("scroll", note);
    return () => {
      sizes.disconnect();
      own.removeEventListener("focusin", note);
      own.removeEventListener("focusout", note);
      panel.removeEventListener("scroll", note);
    };
  }, [root]);
}
