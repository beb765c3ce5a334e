/** Why a stick cannot be used, as one plain sentence with its cure: a person reads it in the dialog or under the node. */
import { wordsOf } from "../model/errors.ts";

/** The stick that was to be opened. */
export interface StickAddress {
  readonly path: string;
  readonly adapter?: string | undefined; // as it is set; absent: it was to be found out
  readonly baudRate?: number | undefined;
}

interface FailureRow {
  readonly when: RegExp; // in the words of the system, of the serial port's binding, or of zigbee-herdsman
  readonly say: (stick: StickAddress) => string;
}

const isTcp = ({ path }: StickAddress) => /^(tcp|socket|mdns):/.test(path);

/** The first row that fits counts: a sure cause stands before a guessed one. */
const FAILURES: readonly FailureRow[] = [
  {
    when: /EACCES|EPERM|permission denied/i,
    say: ({ path }) =>
      `${path}: this user may not open it: add the user to the group dialout and log in again, or give the container --group-add dialout`,
  },
  {
    when: /cannot lock port|EBUSY|EAGAIN|temporarily unavailable|resource busy|access(?: is)? denied/i,
    say: ({ path }) =>
      `${path}: another program has it open: stop that program (zigbee2mqtt, deCONZ, ZHA, another gateway), or choose another stick`,
  },
  {
    when: /ENOENT|no such file|file not found|cannot find the file/i,
    say: ({ path }) =>
      path.startsWith("/dev/serial/by-id/")
        ? `${path}: it is not there: plug the stick in, or give the container --device ${path}`
        : `${path}: it is not there: plug the stick in and choose it again, its name may have changed`,
  },
  {
    when: /ENXIO|ENODEV|no such device|EIO\b|input\/output error|disconnected/i,
    say: ({ path }) => `${path}: the stick does not answer its own plug: unplug it and plug it in again`,
  },
  {
    when: /ENOTTY|EISDIR|ENOTDIR|inappropriate ioctl|is a directory|not a directory/i,
    say: ({ path }) => `${path}: this is no serial port: choose the stick from the list`,
  },
  {
    when: /set (custom )?baud|baud ?rate|cannot set|EINVAL/i,
    say: ({ path, baudRate }) =>
      `${path}: it cannot work at ${baudRate ?? "this"} baud: leave the baud rate empty, so that it is found out`,
  },
  {
    when: /ECONNREFUSED|connection refused/i,
    say: ({ path }) => `${path}: nobody listens there: check the port number, and that the adapter's Zigbee mode is on`,
  },
  {
    when: /ENOTFOUND|EAI_AGAIN|getaddrinfo/i,
    say: ({ path }) => `${path}: no machine of this name is known: check the name, or use the adapter's IP address`,
  },
  {
    when: /EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EHOSTDOWN|while opening socket|connect timeout/i,
    say: ({ path }) => `${path}: it cannot be reached: check that it has power and is in this network`,
  },
  {
    when: /ECONNRESET|EPIPE|socket hang up|closed by the other side/i,
    say: ({ path }) =>
      `${path}: it closes the connection at once: another program is probably connected to it, stop that one`,
  },
  {
    when: /invalid tcp path|expected format: tcp|invalid url/i,
    say: ({ path }) => `${path}: this is no address: write tcp://<host>:<port>`,
  },
  {
    when: /mdns|zeroconf|coordinator \[.*\] not found/i,
    say: ({ path }) =>
      `${path}: no adapter with this name is heard in the network: check its name, or use tcp://<host>:<port>`,
  },
  {
    when: /discover tcp adapters|usb adapter discovery|no valid usb adapter|valid 'adapter'/i,
    say: ({ path }) => `${path}: its kind cannot be told from its name: press "Test", or choose the adapter`,
  },
  {
    when: /EZSP protocol version \((2\d|[3-9]\d|\d{3,})\).*not supported/i,
    say: ({ path }) =>
      `${path}: its firmware is newer than this gateway knows: update the gateway, or flash a Zigbee coordinator firmware of a year ago`,
  },
  {
    when: /protocol version.*not supported|old-style version|stack type .* not expected|firmware.*(old|outdated)|newer platform version|ERROR_INVALID_FRAME_ID|status: Unsupported/i,
    say: ({ path }) =>
      `${path}: its firmware is too old or of another kind: flash a current Zigbee coordinator firmware`,
  },
  {
    when: /configuration-adapter mismatch/i,
    say: ({ path }) =>
      `${path}: the stick holds another network than this gateway: put the former stick back, restore a backup, or choose a new data folder`,
  },
  {
    when: /same panid|panid collision|commissioning (failed|timed out)/i,
    say: ({ path }) =>
      `${path}: a network with the same number is near: switch the other coordinator off, or choose another channel`,
  },
  {
    when: /ENOSPC|no space left/i,
    say: () => "the disk is full: make room, the radio cannot save what it knows",
  },
  {
    when: /EROFS|read-only file system/i,
    say: () => "the disk is read-only: the radio cannot save what it knows",
  },
  {
    when: /failed to connect to the adapter|timeout|timed out|HOST_FATAL|no response|ASH_|failed to (start|query)|SRSP/i,
    say: noAnswerFrom,
  },
  {
    // Behind these words may stand the bytes that were written: the key of the network, too.
    when: /failed with status|with status=|non-success status|\(.*status=\w+\)/i,
    say: ({ path }) =>
      `${path}: the stick refused a step of its start: unplug it and plug it in again, and if that goes on, flash a current Zigbee coordinator firmware`,
  },
];

/** For any failure while the stick was opened or started. */
export function stickFailure(thrown: unknown, stick: StickAddress): string {
  const row = rowOf(thrown);
  return row ? row.say(stick) : `${stick.path}: ${wordsOf(thrown)}`;
}

/** Whether there is another cause to tell than that the stick did not answer. */
export function saysCause(thrown: unknown): boolean {
  const row = rowOf(thrown);
  return row !== undefined && row.say !== noAnswerFrom;
}

function rowOf(thrown: unknown): FailureRow | undefined {
  const words = searchableText(thrown);
  return FAILURES.find(({ when }) => when.test(words));
}

/** The stick could be opened, and then nothing answered. */
export function noAnswerFrom(stick: StickAddress): string {
  const { path, adapter, baudRate } = stick;
  if (adapter || baudRate) {
    const set = [adapter, baudRate && `${baudRate} baud`].filter((one) => one).join(" at ");
    return `${path}: it does not answer as ${set}: leave both empty and press "Test", so that they are found out`;
  }
  if (isTcp(stick))
    return `${path}: it can be reached, but no Zigbee adapter answers: check that its Zigbee mode is on`;
  return `${path}: it opens, but no Zigbee adapter answers: unplug it and plug it in again, or flash a coordinator firmware`;
}

/** The stick answers, but not as it was set. */
export function otherKindThan(stick: StickAddress, adapter: string, baudRate?: number): string {
  const found = baudRate ? `${adapter} at ${baudRate} baud` : adapter;
  return `${stick.path}: this is a stick of another kind: choose ${found}, or leave adapter and baud rate empty`;
}

/** The code of a system error says more than its message, and the cause of an error more than the error. */
function searchableText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = "code" in thrown ? String(thrown.code) : "";
  const cause = thrown.cause === undefined ? "" : searchableText(thrown.cause);
  return `${code} ${thrown.message} ${cause}`;
}
