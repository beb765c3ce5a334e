/** Resourcelinks: small notes that programs keep with the gateway, each with the key of its owner. */
import type { Handler } from "../core/call.ts";
import { lowestId } from "../core/ids.ts";
import { NOTHING } from "../core/records.ts";
import type { Route } from "../core/router.ts";
import { idOf } from "../model/addresses.ts";
import { type Definitions, plain } from "../model/definitions.ts";
import { ApiError } from "../model/errors.ts";
import { bool, check, defaults, type Fields, int, list as listField, text } from "../model/fields.ts";
import { prefixOf } from "../model/keys.ts";
import { created, removed } from "../model/resource.ts";
import { demandObject, list, named, read, updateWhole } from "./handlers.ts";

const NEEDED = ["name", "classid", "links"] as const;
const MOST_LINKS = 500;
const NEW: Fields = {
  name: text({ min: 1, max: 200 }),
  description: text({ max: 2_000, default: "" }),
  classid: int({ min: 0 }),
  recycle: bool({ default: false }),
  links: listField({ max: 500, fits: (links) => (links as unknown[]).every((link) => typeof link === "string") }),
  type: text({ max: 200, about: "Always `Link`, whatever is sent" }),
};
const ATTR: Fields = {
  ...NEW,
  type: text({ access: "read-only" }),
  owner: text({ access: "read-only", mentionsKey: true, about: "The key that made it; for others its public prefix" }),
};

export const RESOURCELINK_TYPES: Definitions = {
  Link: { ...plain("resourcelinks", ATTR), clients: { write: ["attr"] } },
};

const create: Handler = (call) => {
  const { draft, key, cause } = call;
  const body = demandObject(call);
  const missing = NEEDED.filter((name) => !(name in body)).map(
    (name) => new ApiError("missingOne", `/resourcelinks/${name}`, name),
  );
  const { values, errors } = check(NEW, body, "/resourcelinks");
  if (missing.length + errors.length > 0) return [...missing, ...errors];
  if (draft.list("/resourcelinks").length >= MOST_LINKS) throw new ApiError("tooMany", "/resourcelinks");
  const id = lowestId(draft, "/resourcelinks");
  const owner = key === undefined ? cause.by : prefixOf(key);
  const attr = { ...defaults(NEW), ...values, type: "Link", owner };
  draft.put({ address: `/resourcelinks/${id}`, type: "Link", attr, config: NOTHING, state: NOTHING, action: NOTHING });
  return [created(`/resourcelinks/${id}`, id)];
};

const remove: Handler = (call) => {
  const { address } = named(call);
  call.draft.remove(address);
  return [removed(address, idOf(address))];
};

export const resourcelinkRoutes: readonly Route[] = [
  ["GET", "/resourcelinks", list("/resourcelinks"), { does: "Get all resourcelinks" }],
  ["POST", "/resourcelinks", create, { does: "Create a resourcelink", body: NEW, needs: NEEDED }],
  ["GET", "/resourcelinks/:id", read("/resourcelinks"), { does: "Get a resourcelink" }],
  ["PUT", "/resourcelinks/:id", updateWhole("attr"), { does: "Change a resourcelink", body: NEW }],
  ["DELETE", "/resourcelinks/:id", remove, { does: "Delete a resourcelink" }],
];
