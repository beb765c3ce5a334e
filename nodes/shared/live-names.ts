/** How editors are told that what a node was saved with has another name by now. */

export const NAMES_TOPIC = "zigbee-gateway/names";

/** In place of a property, of a node that nobody named: what it was called, after its rows or its time, when it was saved. */
export const CALLED = "called";

/** By the id of a node, and the property that holds the name: as it was saved, and as it is now. */
export type NewNames = Readonly<Record<string, Readonly<Record<string, readonly [saved: string, now: string]>>>>;
