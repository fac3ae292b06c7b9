import { DeviceReader, encodeAvl, encodeLogin, encodeReply, gpsText } from '@milepost/protocols/teltonika/device';
import type { AvlRecord } from '@milepost/protocols/teltonika/device';
import type { Conversation, Reply } from './conversation.ts';
import { HARSH } from './harsh.ts';
import type { Order } from './order.ts';
import type { Report } from './report.ts';

/** IO element "Green driving type": 1 acceleration, 2 braking, 3 cornering. */
const HARSH_TYPE = 253;
/** IO element "Digital Input 2". */
const INPUT_2 = 2;
/** IO element "Dallas Temperature 1", in tenths of a degree. */
const DALLAS_1 = 72;

/** Parses a command text of "SMS and GPRS commands". */
function orderOf(text: string): Order {
  const seconds = /^setparam 10050:(\d+)$/.exec(text)?.[1];
  if (seconds !== undefined) return { kind: 'interval', seconds: Number(seconds) };
  if (text === 'getgps') return { kind: 'locate' };
  if (text.startsWith('setdigout 1')) return { kind: 'engineStop' };
  return text.startsWith('setdigout 0') ? { kind: 'engineResume' } : { kind: 'unknown' };
}

function answerTo(order: Order, text: string, now: Report | null): string {
  switch (order.kind) {
    case 'locate':
      return now ? gpsText({ ...now, time: new Date(now.timeMs) }) : 'GPS:0';
    case 'engineStop':
      return 'DOUT1:1 Timeout:INFINITY';
    case 'engineResume':
      return 'DOUT1:0 Timeout:INFINITY';
    case 'interval':
      return `Param ID:10050 New Text:${order.seconds}`;
    case 'unknown':
      return `${text.slice(0, 200)}: OK`;
  }
}

function recordOf(report: Report, tag: string | null): AvlRecord {
  const { timeMs, lat, lon, altitudeM, speedKph, courseDeg, satellites } = report;
  const { ignition, motion, powerV, batteryV, batteryPercent, odometerM, rssi } = report;
  const time = new Date(timeMs);
  const supply = powerV === null ? {} : { powerV };
  const inputs = { ignition, motion, ...supply, batteryV, batteryPercent, odometerM, gsmSignal: rssi + 1 };
  // The reader is powered by the ignition.
  const driver = tag !== null && ignition ? { driverTag: tag } : {};
  const elements = [
    ...(report.harsh === null ? [] : [{ id: HARSH_TYPE, size: 1 as const, value: HARSH.indexOf(report.harsh) + 1 }]),
    ...(report.doorOpen === undefined ? [] : [{ id: INPUT_2, size: 1 as const, value: report.doorOpen ? 1 : 0 }]),
    ...(report.temperatureC === undefined
      ? []
      : [{ id: DALLAS_1, size: 4 as const, value: Math.round(report.temperatureC * 10) }]),
  ];
  const more = elements.length === 0 ? {} : { elements };
  return { time, lat, lon, altitudeM, speedKph, courseDeg, satellites, ...inputs, ...driver, ...more };
}

/** Teltonika: one packet of up to 40 records in flight; the answer states how many were received. */
export class TeltonikaConversation implements Conversation {
  readonly maxBatch = 40;
  readonly maxInFlight = 1;
  readonly #imei: string;
  readonly #tag: string | null;
  readonly #reader = new DeviceReader();
  #ticket = 0;
  #expected = 0;

  /** @param tag of the driver, if there is a reader */
  constructor(imei: string, tag: string | null = null) {
    this.#imei = imei;
    this.#tag = tag;
  }

  hello(): Uint8Array {
    return encodeLogin(this.#imei);
  }

  encode(reports: readonly Report[]): { bytes: Uint8Array; ticket: number } {
    this.#ticket += 1;
    this.#expected = reports.length;
    return { bytes: encodeAvl(reports.map((report) => recordOf(report, this.#tag))), ticket: this.#ticket };
  }

  /** None: records come every five minutes even when parked. */
  heartbeat(): null {
    return null;
  }

  read(chunk: Uint8Array): Reply[] {
    return this.#reader.push(chunk).map((reply): Reply => {
      if (reply.kind === 'login') return { kind: reply.accepted ? 'ready' : 'refused' };
      if (reply.kind === 'command') {
        const order = orderOf(reply.text);
        return { kind: 'command', order, answer: (now) => encodeReply(answerTo(order, reply.text, now)) };
      }
      // A packet that was not received completely is resent after reconnecting.
      return reply.records === this.#expected ? { kind: 'ack', ticket: this.#ticket } : { kind: 'refused' };
    });
  }
}
