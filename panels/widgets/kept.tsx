/** Draws its children again only when one of the things that they are made of became another: in a large house something reports all the time. */
import { Component, type ComponentChildren } from "preact";

interface KeptProps {
  readonly parts: readonly unknown[];
  readonly children: ComponentChildren;
}

export class Kept extends Component<KeptProps> {
  override shouldComponentUpdate({ parts }: KeptProps): boolean {
    return parts.length !== this.props.parts.length || parts.some((part, index) => part !== this.props.parts[index]);
  }

  override render() {
    return this.props.children;
  }
}
