/** How much went through the air, by what it was. */
import { say, sayNumber } from "../texts.ts";
import { Button } from "../widgets/widgets.tsx";
import { total, type VirtualHouse } from "./house.ts";

export interface FramesProps {
  readonly house: VirtualHouse;
  readonly onClear: () => unknown;
}

const KINDS = ["unicast", "group", "broadcast", "zdo", "touchlink"] as const;

export function Frames({ house: { sent, received }, onClear }: FramesProps) {
  return (
    <section class="zg-section" aria-labelledby="zg-virtual-frames">
      <h2 id="zg-virtual-frames">{say("virtual.frames")}</h2>
      <table class="zg-table zg-frames" aria-labelledby="zg-virtual-frames">
        <thead>
          <tr>
            <td />
            <Head text={say("virtual.frames-sent")} />
            <Head text={say("virtual.frames-received")} />
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{say(`virtual.kind.${kind}`)}</th>
              <Count of={sent[kind]} />
              <Count of={received[kind]} />
            </tr>
          ))}
          <tr>
            <th scope="row">{say("virtual.frames-all")}</th>
            <Count of={total(sent)} />
            <Count of={total(received)} />
          </tr>
        </tbody>
      </table>
      <Button icon="refresh" onClick={onClear}>
        {say("virtual.clear")}
      </Button>
    </section>
  );
}

function Head({ text }: { readonly text: string }) {
  return (
    <th scope="col" class="zg-number">
      {text}
    </th>
  );
}

function Count({ of = 0 }: { readonly of: number | undefined }) {
  return <td class="zg-number">{sayNumber(of)}</td>;
}
