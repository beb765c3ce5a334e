/** An address that a user may want to take elsewhere. */
import { copyText } from "../health/clipboard.ts";
import { useNote } from "../hooks.ts";
import { say } from "../texts.ts";
import { Button } from "../widgets/widgets.tsx";

export function Address({ url }: { readonly url: string }) {
  const note = useNote();
  const copy = async () => {
    const isDone = await copyText(url);
    note(say(isDone ? "gateway.copied" : "health.not-copied"), isDone ? "good" : "bad");
  };
  return (
    <span class="zg-address">
      <code>
        {url.replace(/\/api$/, "")}
        <wbr />
        {url.endsWith("/api") && "/api"}
      </code>
      <Button icon="copy" label={say("gateway.copy")} onClick={copy} />
    </span>
  );
}
