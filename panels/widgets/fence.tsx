/** A panel that fails takes no other along: it says so in its place, and can be tried again. */
import { Component, type ComponentChildren } from "preact";
import { say } from "../texts.ts";
import { Button } from "./widgets.tsx";

interface Seen {
  readonly fault: string | undefined;
}

export class Fence extends Component<{ readonly children: ComponentChildren }, Seen> {
  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ fault: error instanceof Error ? error.message : String(error) });
  }

  override render() {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    return (
      <div class="zg-hindrance" role="alert">
        <p>{say("app.failed", { reason: fault })}</p>
        <Button onClick={() => this.setState({ fault: undefined })}>{say("do.again")}</Button>
      </div>
    );
  }
}
