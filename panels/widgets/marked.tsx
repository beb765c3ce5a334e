/** A sentence, with the names in it standing out. */
import { piecesOf } from "./marks.ts";

export function Marked({ text }: { readonly text: string }) {
  return <>{piecesOf(text).map((piece) => (piece.isName ? <strong>{piece.text}</strong> : piece.text))}</>;
}
