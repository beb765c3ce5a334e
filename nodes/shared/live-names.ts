/** How editors hear that a resource has another name by now than a node saved. */

export const NAMES_TOPIC = "zigbee-gateway/names";

/** In place of a property, for a node without a name of its own: its label, after its rows or its time, when it was saved. */
export const CALLED = "called";

/** By the id of a node, and the property that holds the name: as it was saved, and as it is now. */
export type NewNames = Readonly<Record<string, Readonly<Record<string, readonly [saved: string, now: string]>>>>;
