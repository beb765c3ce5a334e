/**
 * The panels as a page of their own, for a phone in the attic. The page holds no data by itself: it asks for all of them with the user's
 * token. Its scripts and its style sheet lie beside it: Node-RED's own way to them goes with the editor, where that is switched off.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { NodeAPI } from "node-red";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f3f4f6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#202224" media="(prefers-color-scheme: dark)">
<meta name="mobile-web-app-capable" content="yes">
<meta name="apple-mobile-web-app-title" content="Zigbee">
<title>Zigbee</title>
<link rel="manifest" href="page.webmanifest" crossorigin="use-credentials">
<link rel="icon" type="image/svg+xml" href="page-icon.svg">
<link rel="apple-touch-icon" href="page-icon-180.png">
<link rel="stylesheet" href="panels.css">
</head>
<body class="zg-body">
<main id="zigbee-gateway-page"></main>
<noscript>This page needs JavaScript.</noscript>
<script type="module" src="panels.js"></script>
</body>
</html>
`;

/** The manifest that a phone reads when the user puts the page on its home screen. */
const MANIFEST = JSON.stringify({
  ...{ name: "Zigbee gateway", short_name: "Zigbee", id: "./", start_url: "./", scope: "./", display: "standalone" },
  ...{ background_color: "#1f6fb2", theme_color: "#1f6fb2" },
  icons: [
    { src: "page-icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "page-icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "page-icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "page-icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
});

const PAGE_FILES: readonly string[] = [
  ...["panels.js", "panels.css"],
  ...["page-icon.svg", "page-icon-180.png", "page-icon-192.png", "page-icon-512.png"],
];

/** A script that a panel loads when it is first shown: its name changes with its content. */
const LATER_SCRIPT = "(panels-[A-Za-z0-9_-]+\\.js)";

/** The folder lies beside `nodes`: two folders up, and three once this file is built. */
const PAGE_FOLDER = resolve(import.meta.dirname, import.meta.url.endsWith(".ts") ? "../.." : "../../..", "resources");

/** Nothing from elsewhere. It may ask elsewhere, to see whether the API is reached where it says that it is. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' http:; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** The page and its texts hold no secret, and a browser that opens a page shows no token: the route asks for no permission. */
export function servePage({ httpAdmin }: NodeAPI, root: string): void {
  httpAdmin.get(root, (request, response) => {
    if (!/\/(\?|$)/.test(request.originalUrl)) response.redirect("zigbee-gateway/");
    else response.set({ "Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-cache" }).type("html").send(PAGE);
  });
  httpAdmin.get(`${root}/page.webmanifest`, (_, response) => {
    response.set("Cache-Control", "no-cache").type("application/manifest+json").send(MANIFEST);
  });
  for (const file of PAGE_FILES)
    httpAdmin.get(`${root}/${file}`, (_, response) => {
      response.set("Cache-Control", "no-cache").sendFile(file, { root: PAGE_FOLDER, cacheControl: false });
    });
  httpAdmin.get(new RegExp(`^${root}/${LATER_SCRIPT}$`), (request, response) => {
    const file = request.params[0] ?? "";
    response.sendFile(file, { root: PAGE_FOLDER, maxAge: "1y", immutable: true }, (fault) => {
      if (fault && !response.headersSent) response.sendStatus(404); // of an earlier version
    });
  });
  httpAdmin.get(`${root}/texts`, (request, response) => {
    const { lang } = request.query;
    const { language, json } = textsIn(typeof lang === "string" && LANGUAGE.test(lang) ? lang : "");
    response.set({ "Cache-Control": "no-cache", "Content-Language": language }).type("json").send(json);
  });
}

const FILE = "zigbee-gateway-panels.json";
const FALLBACK = "en-US";
/** Beside the compiled nodes, or, where the sources run, at the root. */
const FOLDER =
  ["../locales", "../../locales"].map((name) => resolve(import.meta.dirname, name)).find(existsSync) ?? "locales";

interface Texts {
  readonly language: string;
  readonly json: string;
}

/** "de-AT" gets German; a language without a translation, English. A browser gets one language, the one that it shows. */
export function textsIn(wanted: string): Texts {
  const there = languages();
  const short = wanted.split("-")[0]?.toLowerCase();
  const language =
    there.find((name) => name.toLowerCase() === wanted.toLowerCase()) ??
    there.find((name) => name.split("-")[0]?.toLowerCase() === short) ??
    FALLBACK;
  return {
    language,
    json: language === FALLBACK ? read(FALLBACK) : JSON.stringify(merged(parsed(FALLBACK), parsed(language))),
  };
}

interface Tree {
  readonly [key: string]: string | Tree;
}

function merged(english: Tree, own: Tree): Tree {
  const both = Object.entries(english).map(([key, text]) => {
    const said = own[key];
    return [key, typeof text === "object" && typeof said === "object" ? merged(text, said) : (said ?? text)];
  });
  return { ...own, ...Object.fromEntries(both) };
}

function parsed(language: string): Tree {
  return JSON.parse(read(language));
}

function read(language: string): string {
  return readFileSync(join(FOLDER, language, FILE), "utf8");
}

function languages(): readonly string[] {
  return readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, FILE)));
}
