/** The requests that a ConBee sends, in its few slots, and the queues that its host fetches: their fate, and frames that came in. */
import { STATUS } from "../../air/frame-delivery.ts";
import { reader } from "../../devices/bytes.ts";
import { ZDO, ZDO_ANSWER } from "../../devices/zdo.ts";
import type { CoordinatorRadio } from "../coordinator-radio.ts";
import { type ApsIndication, type ApsRequest, readRequest, writeConfirm, writeIndication } from "./aps-frames.ts";
import { RESULT } from "./serial-frame.ts";

interface TransmissionParts {
  readonly radio: CoordinatorRadio;
  readonly listsOwnEndpoints: boolean;
  readonly changeChannel: (mask: number, updateId: number) => void;
  readonly changed: () => void; // there is something to be fetched, or a slot is free
}

type Confirm = (status: number) => void;

const SLOTS = 8;
/** The statuses of a confirm, in this firmware's numbers. */
const APS = { NO_ACK: 0xa7, NO_ROUTE: 0xd0, BROADCAST_TABLE_FULL: 0xd2, NO_CHANNEL_ACCESS: 0xe1 } as const;
const BROADCAST = 0xfff8; // and above
const COORDINATOR = 0;
const ZDO_PROFILE = 0;
const CHANGE_CHANNEL = 0xfe;
const MOST_WAITING = 100_000; // for the host: later ones are lost. The limit of a real stick is unknown here
const SLOT_FOR = 8000; // milliseconds at most, if the stick never learns the fate of a frame
const LINKQUALITY = 255; // of a frame that was not on air

export class Transmission {
  readonly #parts: TransmissionParts;
  readonly #confirms: Buffer[] = [];
  readonly #indications: Buffer[] = [];
  readonly #sending = new Set<object>();
  #losses = 0;
  #isFull = false;

  constructor(parts: TransmissionParts) {
    this.#parts = parts;
  }

  get hasFreeSlots(): boolean {
    return !this.#isFull && this.#sending.size < SLOTS;
  }

  get hasConfirms(): boolean {
    return this.#confirms.length > 0;
  }

  get hasIndications(): boolean {
    return this.#indications.length > 0;
  }

  nextConfirm(): Buffer | undefined {
    return this.#confirms.shift();
  }

  nextIndication(): Buffer | undefined {
    return this.#indications.shift();
  }

  /** The host never learns the fate of the next requests. */
  loseConfirms(requests: number): void {
    this.#losses = requests;
  }

  /** No slot is free, and none gets free. */
  fill(on: boolean): void {
    this.#isFull = on;
    this.#parts.changed();
  }

  clear(): void {
    this.#confirms.length = 0;
    this.#indications.length = 0;
    this.#sending.clear();
    this.#losses = 0;
  }

  /** How the request was taken. */
  request(data: Buffer): number {
    const { radio } = this.#parts;
    const request = readRequest(data);
    if (!request) return RESULT.INVALID_VALUE;
    if (!radio.isOn) return RESULT.NO_NETWORK;
    if (!this.hasFreeSlots) return RESULT.BUSY;
    const refusal = radio.refusal(!("group" in request.to) && Number(request.to.address) < BROADCAST);
    if (refusal === "buffer-full") return RESULT.BUSY;
    const confirm = this.#occupySlot(request);
    const send = () => {
      if (refusal === "overflow") confirm(APS.NO_CHANNEL_ACCESS);
      else if (refusal === "table-full") confirm(APS.BROADCAST_TABLE_FULL);
      else this.#send(request, confirm);
    };
    radio.air.time.later(0, send); // its answer goes first
    return RESULT.SUCCESS;
  }

  indicate(indication: ApsIndication): void {
    if (this.#indications.length >= MOST_WAITING) return;
    this.#indications.push(writeIndication(indication));
    this.#parts.changed();
  }

  #occupySlot(request: ApsRequest): Confirm {
    const { radio, changed } = this.#parts;
    const slot = {};
    this.#sending.add(slot);
    const free = () => {
      stop();
      const wasTaken = this.#sending.delete(slot);
      if (wasTaken) changed();
      return wasTaken;
    };
    const stop = radio.air.time.later(SLOT_FOR, free);
    return (status) => {
      if (!free()) return;
      if (this.#losses > 0) this.#losses -= 1;
      else this.#confirms.push(writeConfirm(request, statusFor(request, status)));
    };
  }

  #send({ to, profile, cluster, from, bytes }: ApsRequest, confirm: Confirm): void {
    const { radio } = this.#parts;
    const frame = { from, profile, cluster, bytes };
    if ("group" in to) {
      radio.send(frame, to, confirm);
      return;
    }
    const { endpoint } = to;
    const address = typeof to.address === "string" ? radio.air.addressOf(to.address) : to.address;
    if (address === undefined) confirm(STATUS.NO_ROUTE);
    else if (profile === ZDO_PROFILE) this.#sendZdo(address, cluster, bytes, confirm);
    else if (address >= BROADCAST) radio.send(frame, { broadcast: address }, confirm, endpoint);
    else radio.send(frame, { address, endpoint }, confirm);
  }

  #sendZdo(address: number, cluster: number, bytes: Buffer, confirm: Confirm): void {
    const { radio, listsOwnEndpoints } = this.#parts;
    const [transaction = 0] = bytes;
    const request = bytes.subarray(1);
    const answerFrom = (who: number) => (answered: Buffer) =>
      this.indicate({
        to: { address: COORDINATOR, endpoint: 0 },
        from: { address: who, endpoint: 0 },
        profile: ZDO_PROFILE,
        cluster: cluster | ZDO_ANSWER,
        bytes: Buffer.of(transaction, ...answered),
        linkquality: LINKQUALITY,
      });
    const isOwn = address === COORDINATOR;
    if (address < BROADCAST && !isOwn) radio.zdo(address, cluster, request, answerFrom(address), confirm);
    else {
      confirm(STATUS.SUCCESS);
      if (!isOwn) this.#broadcastZdo(cluster, request, (answered) => answerFrom(answered.readUInt16LE(9))(answered));
      else if (listsOwnEndpoints || cluster !== ZDO.ACTIVE_ENDPOINTS)
        radio.zdo(address, cluster, request, answerFrom(address));
    }
  }

  #broadcastZdo(cluster: number, request: Buffer, answer: (bytes: Buffer) => void): void {
    const { radio, changeChannel } = this.#parts;
    if (cluster === ZDO.NETWORK_ADDRESS && request.length >= 8) radio.find(reader(request).ieee(), request, answer);
    else if (cluster === ZDO.PERMIT_JOIN && request.length >= 1) radio.permit(request.readUInt8(), true);
    else if (cluster === ZDO.UPDATE && request.length >= 6 && request.readUInt8(4) === CHANGE_CHANNEL)
      changeChannel(request.readUInt32LE(), request.readUInt8(5));
  }
}

/** The number of this firmware for a status of the air. */
function statusFor({ isAcknowledged }: ApsRequest, status: number): number {
  if (status === STATUS.NO_ROUTE) return APS.NO_ROUTE;
  return status === STATUS.NO_APS_ACK || (isAcknowledged && status === STATUS.NO_ACK) ? APS.NO_ACK : status;
}
