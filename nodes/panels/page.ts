/**
 * The panels as a page of their own, for a phone in the attic. It holds nothing by itself: what it shows, it asks for with the token of
 * who looks. Its script and its style sheet lie beside it: Node-RED's own way to them goes with the editor, where that is switched off.
 */
import { resolve } from "node:path";

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Zigbee</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="panels.css">
</head>
<body class="zg-body">
<main id="zigbee-gateway-page"></main>
<noscript>This page needs JavaScript.</noscript>
<script src="panels.js"></script>
</body>
</html>
`;

export const PAGE_FILES: readonly string[] = ["panels.js", "panels.css"];

/** The folder lies beside `nodes`: two folders up, and three once this file is built. */
export const PAGE_FOLDER = resolve(
  import.meta.dirname,
  import.meta.url.endsWith(".ts") ? "../.." : "../../..",
  "resources",
);

/** Nothing from elsewhere. It may ask elsewhere, to see whether the API is reached where it says that it is. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' http:; img-src 'self' data:; base-uri 'none'; form-action 'none'";
