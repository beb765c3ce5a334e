/** A part of the panels whose script is loaded when it is first shown. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePanelHost } from "../hooks.ts";
import { say } from "../texts.ts";
import { Button, Empty } from "./widgets.tsx";

export function lazy<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => FunctionComponent<Props>,
): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined; // a user who comes back finds it at once
  let failed = ""; //  browsers keep in mind that an address failed, and name it
  let tries = 0;
  const loadAnew = async (): Promise<Module> => {
    tries += 1;
    return failed ? import(`${failed}?again=${tries}`) : load();
  };
  return function Lazy(props: Props) {
    const [state, setState] = useState<"loading" | "there" | "failed">("loading");
    const { kind } = usePanelHost();
    useEffect(() => {
      if (Loaded || state === "failed") return;
      const take = (module: Module) => {
        Loaded = pick(module);
        setState("there");
      };
      loadAnew().then(take, (error) => {
        failed ||= /https?:\S+\.js/.exec(String(error))?.[0] ?? "";
        setState("failed");
      });
    }, [state]);
    if (Loaded) return <Loaded {...props} />;
    if (state !== "failed") return <Empty>{say("app.loading")}</Empty>;
    const again = () => (kind === "page" ? location.reload() : setState("loading")); // in the editor something may be unsaved
    return (
      <div class="zg-hindrance" role="alert">
        <p>{say("app.not-loaded")}</p>
        <Button onClick={again}>{say("do.again")}</Button>
      </div>
    );
  };
}
