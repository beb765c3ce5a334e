/** Troubles in the words of the API's reference, which speaks English: as the panels say them there. */
import type { Store } from "../../core/store.ts";
import { type Trouble, troubleInUtc } from "../../model/doctor/troubles.ts";
import { sentenceOf, type TroubleText } from "../../model/doctor/wording.ts";
import type { Values } from "../../model/resource.ts";
import { utcWithZone } from "../../model/time/times.ts";

const CAUSED: Readonly<Record<string, string>> = {
  "since.lost": "Not heard since {since}.",
  "since.failing": "Something has been wrong since {since}.",
  "sure.likely": "The most likely reason: {cause}",
  "sure.possible": "A possible reason: {cause}",
  "says.parent-gone": "Its route went through {by}, which has been gone since {bysince}.",
  "says.route-broken": "It is there and others hear it, but messages to it find no route.",
  "says.link-weak": "Its link is weak: {link} of 255.",
  "says.channel-busy": "Something else fills channel {channel}, usually Wi-Fi: {count} devices suffer from it.",
  "says.battery-flat": "Its battery is empty: {battery} % when it was last heard.",
  "says.battery-flat-plain": "Its battery is empty.",
  "says.left": "It left the network by itself: somebody has reset it or removed it.",
  "says.asleep":
    "It is asleep, and nothing is wrong: it is heard about every {minutes} minutes, and then gets what is waiting for it.",
  "says.asleep-plain": "It is asleep, and nothing is wrong: it gets what is waiting for it when it wakes up.",
  "says.chatty-neighbour": "{by} sends {frames} messages an hour, and leaves no room for the others.",
  "says.wrong-key": "It keeps trying to join the network, and cannot: its key or its install code is a different one.",
  "says.stick-overloaded": "The stick is told to send more than it can.",
  "says.stick-deaf":
    "The stick hears {count} devices much worse than usual: USB 3 ports, disks or metal next to it disturb it.",
  "says.reporting-lost": "It answers, but no longer reports anything by itself.",
  "says.no-power": "It seems to have no power: nothing is wrong around it.",
  "says.unknown": "It does not answer, and nothing shows why.",
};

const CURES: Readonly<Record<string, string>> = {
  "cure.parent-gone": "Plug {by} in again, or put another mains-powered device nearby.",
  "cure.route-broken":
    "Switch it off and on again. If that helps only for a while, put a mains-powered device between it and the stick.",
  "cure.link-weak": "Put a mains-powered device between it and the stick, or move it a little.",
  "cure.channel-busy": "Move the Wi-Fi to another channel, or the network to channel {better}: it is quieter there.",
  "cure.channel-busy-plain": "Move the Wi-Fi to another channel, or keep the access point away from the stick.",
  "cure.battery-flat": "Change the battery.",
  "cure.left": "Let it join again: it keeps its name, and its place in rooms, rules and scenes.",
  "cure.asleep": "To reach it at once, press one of its buttons.",
  "cure.chatty-neighbour": "Make {by} report less often, or unplug it to see if that helps.",
  "cure.wrong-key": "Reset it and let it join again; one with an install code needs that code first.",
  "cure.stick-overloaded": "Make flows and programs send fewer commands at a time; use groups for many lights.",
  "cure.stick-deaf": "Put the stick on an extension cable, away from USB 3 ports and disks.",
  "cure.reporting-lost":
    "Switch it off and on again, or take its battery out for a moment. If that does not help, let it join again.",
  "cure.no-power": "Check that it is plugged in, and switched on at the wall.",
  "cure.unknown": "Check that it has power, and is within reach of another device.",
};

export const TROUBLE_WORDS: Readonly<Record<string, string>> = { ...CAUSED, ...CURES };

/** With `description` and `cure` in words. */
export function troubleView(store: Store, trouble: Trouble): Values {
  const { cause, cure } = sentenceOf(trouble, (text) => sayInEnglish(store, text));
  return { ...troubleInUtc(trouble), description: cause, cure };
}

function sayInEnglish(store: Store, { key, values }: TroubleText): string {
  const shown = (name: string, value: string | number) => {
    if (name === "by") return String(store.get(`/devices/${value}`)?.attr.name || value);
    return typeof value === "number" && /since$/.test(name) ? utcWithZone(value) : String(value);
  };
  return (TROUBLE_WORDS[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : shown(name, value);
  });
}
