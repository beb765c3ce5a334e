/**
 * The sentences about a move, for programs and the command line. People read the same in their language: the panels have it under the
 * same codes.
 */

export type NoteValues = Readonly<Record<string, string | number>>;

/** A note: its subject (a device, a group, a file), and its facts. */
export interface Note {
  readonly code: NoteCode;
  readonly about?: string;
  readonly values?: NoteValues;
}

const WORDS = {
  // ---- nothing can be brought
  "no-house":
    "There is nothing from zigbee2mqtt, deCONZ or Home Assistant in {folder}: expected configuration.yaml, zll.db or zigbee.db",
  "no-folder": "{folder} does not exist, or cannot be read",
  "too-large": "{file} is larger than {most} MB: it is not a file of such a program",
  "keeps-changing": "{file} keeps being written: stop the other program, and try again",
  "file-empty": "{file} is empty",
  "file-cut": "{file} is cut off: use a whole copy of it",
  "file-damaged": "{file} is damaged: use another copy of it",
  "file-foreign": "{file} is not a database, or it is encrypted",
  "file-encoding": "the text encoding of {file} cannot be read here",
  "file-interrupted": "{file}: a write was interrupted. Start the other program again, stop it properly, and try again",
  "yaml-bad": "{file}, line {line}: this cannot be read. The other program could not read it either",
  "yaml-tab":
    "{file}, line {line}: there is a tab where only spaces are allowed. The other program could not read it either",
  "yaml-twice": "{file}, line {line}: {key} is there twice. The other program could not read it either",
  "yaml-two": "{file}, line {line}: a second document begins. The other program could not read it either",
  "yaml-large": "{file}, line {line}: it expands to more than any house has",
  "yaml-no-table": "{file} is not a table of settings",
  "archive-climbs": "This is not a backup of a house: it holds {file}, which leads out of its folder",
  "archive-link": "This is not a backup of a house: it holds {file}, which is a link",
  "archive-large": "This is not a backup of a house: it unpacks to more than 128 MB",
  "archive-damaged": "The packed file is damaged: make it again",
  "archive-encrypted": "{file} is encrypted: pack it without a password",
  "database-old": "database.db is too old: start a newer zigbee2mqtt once, and try again",
  "database-bad": "database.db is damaged: {count} of its {lines} lines cannot be read",
  "no-devices": "There is no device in {file}",
  "file-missing": "{file} is missing: use the whole folder",
  "file-unreadable": "{file} cannot be read: allow the user that runs this to read it, or use a copy",
  // ---- the network
  "never-started": "zigbee2mqtt has never started with these settings: there is no network to bring",
  "secret-missing": "{what} is in {file}, which is missing: add it",
  "secret-empty": "{file} has no {name}, where {what} should be",
  "key-length": "network_key has {count} numbers, 16 are needed",
  "panid-range": "PAN id {value}: 1 to 65534 are possible",
  "channel-range": "channel {value}: 11 to 26 are possible",
  "two-networks": "{one} and {other} are from two networks: say which one belongs to the house",
  "backup-cut": "{file} is cut off. The same stick can carry on without it; another one cannot",
  "backup-version": "{file} has version {version}, which is not known here",
  "backup-incomplete": "{file} is not complete: {what} is missing",
  "backup-none": "There is no backup of the stick. The same stick can carry on without it; another one cannot",
  "counter-unknown":
    "How far the old stick had counted is unknown: devices would not believe another one. Keep the same stick",
  "counter-near-end": "The counter of the network is nearly used up: another stick cannot carry on with it",
  "security-off": "The network has no encryption: it cannot be brought here",
  "no-network":
    "The key of the network is not in it: use the backup that the other program makes, or keep the same stick",
  "public-key":
    "The key of the network is the one that everybody knows. It cannot be changed without pairing everything again",
  "mask-narrowed": "The backup of the stick allowed several channels; it now names the one that is used",
  "bytes-turned": "The backup was made by an Ember stick: its addresses were reversed for this one",
  "channel-differs": "The network is on channel {there}, the dialog says {here}: it stays on {there}",
  "stick-same": "The same stick carries on with its network",
  "stick-restore": "The stick is given the network from the backup. Unplug the old one first",
  "stick-rarely": "The stick is from another family: this has rarely been tried. Keep the old stick",
  "stick-new-address": "If the firmware of the stick cannot take over the old address, every device is set up again",
  "stick-unable":
    "A network cannot be moved from that kind of stick to this one: pair the devices again, or keep the old stick",
  "stick-unknown": "Which stick the other program used is not known: choose it in the dialog",
  "port-mdns": "The other program finds its stick by the name {name}: enter its host and port in the dialog",
  "adapter-deprecated": "{adapter} is no longer used: update the firmware of the stick, and choose Ember",
  "stick-other-network":
    "The stick holds a different network from the files. If it is another stick, say so: it is given the network from the files",
  "stick-overwritten": "The stick now holds another network, which will be lost",
  "stick-empty": "The stick holds no network: it is given the one from the files",
  "stick-behind": "Another stick has counted on since this one was in use: it is told how far",
  "stick-channel": "The files say channel {there}, but the stick is on {channel}: the network stays there",
  "stick-silent": "The stick was not asked: {reason}",
  "network-of-stick": "The files do not have the network key: it was read from the stick that is plugged in",
  // ---- the other program still runs
  "other-port": "{name} (process {pid}) has the stick {path} open: stop it for good first",
  "other-database": "{name} (process {pid}) has {file} open: stop it for good first",
  "other-process": "{program} runs on this machine (process {pid}): stop it for good first",
  "other-mqtt": "{program} says over MQTT that it is online: stop it for good first",
  "other-api": "{program} answers on port {port} of this machine: stop it for good first",
  running: "{program} wrote its files {minutes} minutes ago: make sure that it is stopped",
  "files-changed": "The files have changed since they were looked at: look again",
  // ---- the way back
  "back-same":
    "To go back to {program}: stop this gateway for good, and start {program} with its own files. The same stick has only kept counting, so the devices listen",
  "back-other":
    "To go back to {program}: choose the old stick in the settings of this gateway first. It is given the key and the counter, without which the devices do not listen to it. When the lights respond, stop this gateway for good, and start {program}",
  "back-phoscon":
    "In Phoscon, load the last configuration on the hidden network page: deCONZ sets up its stick in another way",
  "back-address":
    "If the devices were set up for the address of this stick, wait until the old one has heard all of them, including those with batteries: only then start {program}",
  "back-taken":
    "If the devices were set up for the address of this stick, the old one is given that address, too: {program} will see a different coordinator",
  "back-stick":
    "Or, in {program}, choose the stick that is used here: it knows the network, and its counter is up to date",
  "back-changes": "{program} will not know what was paired or removed here in the meantime",
  // ---- devices
  "device-disabled": "It was switched off there, and stays off",
  "device-unknown": "Its model is not known: it comes with what it says about itself",
  "device-external": "Its model may be known only to an external converter, which is not run here",
  "device-interview": "It is interviewed when it is heard",
  "device-left-over": "It is only in an old table, and stays behind",
  "device-never-joined": "It is named in the settings, but never joined",
  "device-no-address": "{name} is not the address of a device",
  "device-double": "It was there twice: the more complete one comes",
  "device-power-on": "Open the network and press it once: its key was not kept",
  "name-cut": "The name is cut: {name}",
  "option-unknown": "The setting {name} is not known here",
  "option-mqtt": "settings for MQTT that are not brought along: {count}",
  "line-bad": "{count} lines of {file} cannot be read",
  "groups-cut": "{count} groups were lost with a line that is cut off",
  "scheduled-update": "A firmware update that was waiting for it is forgotten",
  // ---- groups and scenes
  "group-number": "Its number {number} is not possible: it gets {given}",
  "group-stranger": "{ieee} is a member, but not a device of the house",
  "group-not-lamp": "{ieee} is a member, but nothing here can be in a group",
  "group-deleted": "It was deleted",
  "scene-private": "A scene that a light has for itself is not brought along",
  "scene-light-gone": "Light {id} is in it, but is gone",
  "scene-no-state": "What {ieee} does in it was not kept",
  "scene-bad": "What its lights do cannot be read",
  "scene-empty": "None of its lights is there",
  "scene-loop": "The speed of its color loop is lost",
  // ---- rules, schedules and the rest of deCONZ
  "rule-bad": "It cannot be read",
  "rule-gone": "It names {what}, which is not there: it is switched off",
  "rule-alarm": "It looks at an alarm system, which is not brought along: it is switched off",
  "rule-key-out": "It would send a key of the gateway to the web: it is switched off",
  "rule-old-word": "An old word in it was replaced",
  "rule-refused": "It is not possible here: it is switched off",
  "key-in-it": "A key in it was replaced by its public name",
  "schedule-past": "Its time is over",
  "schedule-key": "It uses a key that nobody knows: it is switched off",
  "schedule-bad": "It cannot be read",
  "too-many": "Only {most} are possible: this one is left out",
  "link-gone": "{count} of its links lead to what is not there",
  "sensor-type": "{type} is not known here",
  "sensor-not-made": "{type} is not made here",
  "sensor-double": "It was there twice: sensor {id} stays",
  "id-taken": "Its id {id} was taken: it gets {given}",
  "state-lost": "Its values cannot be read",
  "alarm-systems": "{count} alarm systems and their codes are not brought along",
  "push-port": "Programs that remembered the push port {port} have to be told the new one",
  "settings-left": "Not brought along: {names}",
  "key-signs": "The key cannot be taken over: pair this program again",
  "key-old": "It was not used for more than a year",
  "key-phoscon": "Phoscon is not here",
  "key-twice": "The same key is there twice",
  "version-new":
    "The data has version {version}, which is newer than what is known here: what was understood comes along",
  "state-ignored": "state.json cannot be read: first values come from the devices",
  "converters-external": "{count} external converters are not run here",
  "backup-old-kept": "There is an older backup of the stick, too: {file}",
  "settings-left-z2m": "Not brought along: settings for MQTT, the web page, Home Assistant and updates",
  replaces: "What is here now, {devices} devices and {groups} groups, is set aside, and can be brought back",
  "replaces-stick":
    "What the gateway had before with a stick, {devices} devices and {groups} groups, is set aside, and can be brought back",
} as const;

export type NoteCode = keyof typeof WORDS;

export const NOTE_CODES = Object.keys(WORDS) as readonly NoteCode[];

export function inWords({ code, values = {} }: Pick<Note, "code" | "values">): string {
  return WORDS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
