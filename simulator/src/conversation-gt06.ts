import {
  DeviceReader,
  encodeHeartbeat,
  encodeLogin,
  encodeModulePosition,
  encodePosition,
  encodeReply,
  whereText,
} from '@milepost/protocols/gt06/device';
import type { Conversation, Reply } from './conversation.ts';
import type { Order } from './order.ts';
import type { Report } from './report.ts';

const LOGIN = 0x01;
/** The classic position, and the one with modules. */
const POSITIONS = [0x22, 0x37];

/** Parses a command text of the manual. */
function orderOf(text: string): Order {
  const seconds = /^TIMER,(\d+),\d+#$/.exec(text)?.[1];
  if (seconds !== undefined) return { kind: 'interval', seconds: Number(seconds) };
  if (text === 'WHERE#') return { kind: 'locate' };
  // The relay is its only output.
  if (text.startsWith('DYD') || text === 'RELAY,1#') return { kind: 'engineStop' };
  return text.startsWith('HFYD') || text === 'RELAY,0#' ? { kind: 'engineResume' } : { kind: 'unknown' };
}

function answerTo({ kind }: Order, text: string, now: Report | null): string {
  if (kind === 'locate') return now ? whereText({ ...now, time: new Date(now.timeMs) }) : 'No data!';
  if (kind === 'engineStop') return 'DYD=Success!';
  if (kind === 'engineResume') return 'HFYD=Success!';
  return kind === 'interval' ? 'OK!' : `${text.slice(0, 200)} OK`;
}

/** GT06: one position per frame, with several frames in flight, which are distinguished by their serial numbers. */
export class Gt06Conversation implements Conversation {
  readonly maxBatch = 1;
  readonly maxInFlight = 48;
  readonly #imei: string;
  readonly #reportsSupply: boolean;
  readonly #reader = new DeviceReader();
  #serial = 0;

  /** @param reportsSupply whether it is of the newer kind that sends the supply voltage with each position */
  constructor(imei: string, reportsSupply: boolean) {
    this.#imei = imei;
    this.#reportsSupply = reportsSupply;
  }

  hello(): Uint8Array {
    return encodeLogin(this.#imei, this.#nextSerial());
  }

  encode(reports: readonly Report[]): { bytes: Uint8Array; ticket: number } {
    const [report] = reports;
    if (!report) throw new RangeError('nothing to encode');
    const ticket = this.#nextSerial();
    const { timeMs, lat, lon, speedKph, courseDeg, satellites, valid, ignition, archived } = report;
    const { odometerM, powerV, batteryV } = report;
    const fix = { time: new Date(timeMs), lat, lon, speedKph, courseDeg, satellites, valid, ignition, archived };
    const bytes = this.#reportsSupply
      ? encodeModulePosition(fix, { odometerM, batteryV, ...(powerV !== null && { powerV }) }, ticket)
      : encodePosition({ ...fix, odometerM }, ticket);
    return { bytes, ticket };
  }

  heartbeat(last: Report): Uint8Array {
    const batteryLevel = Math.round((last.batteryPercent / 100) * 6);
    const state = { ignition: last.ignition, charging: true, batteryLevel, rssi: last.rssi };
    return encodeHeartbeat(state, this.#nextSerial());
  }

  read(chunk: Uint8Array): Reply[] {
    return this.#reader.push(chunk).flatMap((frame): Reply[] => {
      if (frame.command) {
        const { text, flag } = frame.command;
        const order = orderOf(text);
        const answer = (now: Report | null) => encodeReply(answerTo(order, text, now), flag, this.#nextSerial());
        return [{ kind: 'command', order, answer }];
      }
      if (frame.type === LOGIN) return [{ kind: 'ready' }];
      return POSITIONS.includes(frame.type) ? [{ kind: 'ack', ticket: frame.serial }] : [];
    });
  }

  #nextSerial(): number {
    this.#serial = (this.#serial + 1) & 0xffff;
    return this.#serial;
  }
}
