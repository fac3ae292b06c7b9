import { unlessUnreadable } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import { fixIfAny } from '../tools/fix.ts';
import type { AlarmCode, Attributes, Fix, Message } from '../types.ts';
import { ALARMS, CM_PER_S_KPH, EPOCH_MS, setAnalog, setState, setSwitches } from './meanings.ts';

const FIELD = { place: 0, switches: 2, driver: 3, analogs: 6 } as const;
/** Marks that the length follows in two bytes. */
const LONG = 0xff;
/** The shortest record: its length, number, time and reason. */
const MIN_BYTES = 11;

/** Bytes of a driver's number by its type; the others take the whole field. */
const NUMBER_BYTES: Readonly<Record<number, number>> = { 1: 5, 2: 6, 3: 4, 4: 5 };
const TEXT_TYPES: ReadonlySet<number> = new Set([3, 4, 5, 6]);

const moment = (seconds: number) => new Date(EPOCH_MS + seconds * 1000);

/**
 * Reads the records. Each has its length including these two bytes, its number, the time, the reason, and fields.
 * `isCut`: a record is longer than the frame, so that the start of the next one is unknown.
 */
export function records(reader: ByteReader): { messages: Message[]; isCut: boolean } {
  const messages: Message[] = [];
  const { end } = reader;
  while (reader.remaining > 0) {
    const start = reader.offset;
    const next = start + reader.u16le();
    if (next < start + MIN_BYTES || next > end) return { messages, isCut: true };
    messages.push(record(new ByteReader(reader.bytes, reader.offset, next)));
    reader.offset = next;
  }
  return { messages, isCut: false };
}

function record(reader: ByteReader): Message {
  reader.skip(4);
  const seconds = reader.u32le();
  const event = reader.u8();
  const alarms = new Set<AlarmCode>();
  const ofEvent = ALARMS[event];
  if (ofEvent !== undefined) alarms.add(ofEvent);
  const attributes: Attributes = { event };
  let fix: Fix | null = null;
  while (reader.remaining > 1) {
    const id = reader.u8();
    const short = reader.u8();
    const length = unlessUnreadable(() => (short === LONG ? reader.u16le() : short)) ?? 0;
    // Of a field longer than its record, only the beginning is read.
    const at = reader.skip(Math.min(length, reader.remaining));
    const field = new ByteReader(reader.bytes, at, reader.offset);
    unlessUnreadable(() => {
      if (id === FIELD.place) fix = place(field, attributes);
      else if (id === FIELD.switches) readSwitches(field, attributes, alarms);
      else if (id === FIELD.driver) readDriver(field, attributes);
      else if (id === FIELD.analogs) readAnalogs(field, attributes);
    });
  }
  if (alarms.size > 0) attributes.alarm = [...alarms];
  // A clock that was never set reports zero.
  return reportOf(fix, attributes, seconds === 0 ? null : moment(seconds));
}

/** Null if the receiver never had a fix, or reports impossible coordinates. */
function place(field: ByteReader, attributes: Attributes): Fix | null {
  const seconds = field.u32le();
  const [lat, lon, altitudeM] = [field.i32le() / 1e7, field.i32le() / 1e7, field.i16le()];
  const cmPerSecond = field.u16le();
  // Accuracy of the speed.
  field.skip(1);
  const courseDeg = field.u8() * 2;
  const [pdop, accuracyM, state] = [field.u8() / 10, field.u8(), field.u8()];
  if (seconds === 0) return null;
  attributes.pdop = pdop;
  attributes.accuracyM = accuracyM;
  const speedKph = cmPerSecond * CM_PER_S_KPH;
  return fixIfAny({ time: moment(seconds), valid: state !== 0, lat, lon, altitudeM, speedKph, courseDeg });
}

function readSwitches(field: ByteReader, attributes: Attributes, alarms: Set<AlarmCode>): void {
  const [inputs, outputs, status] = [field.u32le(), field.u16le(), field.u16le()];
  setSwitches(attributes, inputs, outputs);
  for (const alarm of setState(attributes, status)) alarms.add(alarm);
}

function readDriver(field: ByteReader, attributes: Attributes): void {
  const type = field.u8();
  const count = Math.min(NUMBER_BYTES[type] ?? field.remaining, field.remaining);
  const tag = TEXT_TYPES.has(type) ? field.text(count) : field.hex(count);
  if (type > 0 && count > 0) attributes.driverTag = tag;
}

/** A number and its value, two bytes each. */
function readAnalogs(field: ByteReader, attributes: Attributes): void {
  while (field.remaining > 0) setAnalog(attributes, field.u8(), field.i16le());
}
