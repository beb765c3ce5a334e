/** The reference: an OpenAPI document made of the definitions and the route table, and of nothing else. */
import type { Route } from "../../core/router.ts";
import type { Definitions } from "../../model/definitions.ts";
import type { Values } from "../../model/resource.ts";
import { HEADERS, ITSELF, operations, PARAMETERS, parameters, refusals } from "./openapi-operations.ts";
import { type Schema, Schemas, schemasOf, singular } from "./openapi-schemas.ts";

/** Of the interface, not of this package: clients read it as `apiversion`. */
const INTERFACE_VERSION = "1.16.0";

const DESCRIPTION = `A key is the path segment behind \`/api\`; \`POST /api\` gives one. PATCH does the same as PUT.

Every answer is JSON. A write answers a list with one \`success\` or \`error\` for each member. A read that may answer
304 has an \`ETag\`: send it back as \`If-None-Match\`, and what did not change is not sent again.

While the gateway cannot have its data (another process uses their folder, say), whatever is asked is answered with 503.

Changes are pushed: open a WebSocket to \`ws://host:websocketport/\` (the port stands in the configuration) and receive
one JSON text per change, as the schema \`PushMessage\` says. Nothing needs to be sent.`;

export function openapi(definitions: Definitions, routes: readonly Route[]): Values {
  const schemas = new Schemas(definitions);
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<string>();
  for (const { path, method, tag, values } of [...routes.flatMap((row) => operations(row, schemas, routes)), ITSELF]) {
    const item = paths[path] ?? parameters(path);
    paths[path] = item;
    item[method] = { tags: [tag], ...values };
    tags.add(tag);
  }
  schemas.named("PushMessage", () => pushMessage(schemas));
  const responses = refusals(schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Zigbee gateway",
      version: INTERFACE_VERSION,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.made, responses, parameters: PARAMETERS, headers: HEADERS },
  };
}

/** interface 6.2. */
function pushMessage(schemas: Schemas): Schema {
  const families = schemas.pushedFamilies.map((family) => pushMessageOf(family, schemas));
  return { oneOf: [...families, ...schemas.ownMessages.map(ownMessage)] };
}

/** Of a type that has words of its own. */
function ownMessage([title, { about, members }]: Schemas["ownMessages"][number]): Schema {
  const properties = { t: { type: "string", const: "event" }, ...schemasOf(members) };
  return { title, type: "object", description: about, required: Object.keys(properties), properties };
}

function pushMessageOf(family: string, schemas: Schemas): Schema {
  const sections = (["config", "state"] as const).flatMap((section) => {
    const schema = schemas.section(family, section);
    return schema ? [[section, schema] as const] : [];
  });
  const isFlat = !sections.some(([section]) => section === "config"); // a group's attributes stand beside `r` and `id`
  const attr = isFlat
    ? schemas.attributes(family)
    : {
        uniqueid: { type: "string" },
        name: { type: "string", description: "Beside `attr`, when that holds a new name." },
        attr: { type: "object", description: "Members that stand beside the sections." },
      };
  return {
    title: family,
    type: "object",
    description:
      "`changed` tells the new members of one section, never of two. `added` holds the whole resource. `deleted` holds nothing more.",
    required: ["t", "e", "r", "id"],
    properties: {
      t: { type: "string", const: "event" },
      e: { type: "string", enum: ["changed", "added", "deleted"] },
      r: { type: "string", const: family },
      id: { type: "string" },
      ...attr,
      ...Object.fromEntries(sections),
      [singular(family)]: schemas.one(family),
    },
  };
}
