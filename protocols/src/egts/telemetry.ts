import type { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';
import { momentOf, PART, type Part, type ServiceRecord } from './packet.ts';

const WHOLE = 0xffff_ffff;
const FLAG = { valid: 1, archived: 8, moving: 16, south: 32, west: 64, height: 128 } as const;
const OUTPUTS = 8;
const INPUTS = 8;

/** Reasons for which a device reports (table of sources of the position). */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  7: 'overspeed',
  10: 'tampering',
  11: 'powerCut',
  12: 'lowPower',
  13: 'sos',
  15: 'sos',
  19: 'fault',
  20: 'hardAcceleration',
  21: 'hardBraking',
  22: 'fault',
  23: 'accident',
  24: 'fault',
  25: 'gpsAntennaCut',
  28: 'tow',
};

const u24le = (reader: ByteReader) => reader.u16le() + reader.u8() * 0x1_0000;

/**
 * Reads these fields in order: seconds since 2010, coordinates, flags, tenths of km/h, course, tenths of km, inputs,
 * source, [metres of height].
 */
function position(reader: ByteReader, attributes: Attributes): ReturnType<typeof timedWithZeros> {
  const time = momentOf(reader.u32le());
  const [latitude, longitude, flags] = [reader.u32le(), reader.u32le(), reader.u8()];
  const [speed, course] = [reader.u16le(), reader.u8()];
  attributes.odometerM = u24le(reader) * 100;
  attributes.motion = (flags & FLAG.moving) !== 0;
  if ((flags & FLAG.archived) !== 0) attributes.archived = true;
  Object.assign(attributes, switches('input', reader.u8(), INPUTS));
  const source = reader.u8();
  attributes.event = source;
  const alarm = ALARMS[source];
  if (alarm !== undefined) attributes.alarm = [alarm];
  const height = (flags & FLAG.height) === 0 || reader.remaining < 3 ? null : u24le(reader);
  return timedWithZeros(time, {
    valid: (flags & FLAG.valid) !== 0,
    lat: ((latitude * 90) / WHOLE) * ((flags & FLAG.south) === 0 ? 1 : -1),
    lon: ((longitude * 180) / WHOLE) * ((flags & FLAG.west) === 0 ? 1 : -1),
    altitudeM: height === null || (speed & 0x4000) === 0 ? height : -height,
    speedKph: (speed & 0x3fff) / 10,
    courseDeg: course + ((speed & 0x8000) === 0 ? 0 : 256),
  });
}

type Read = (reader: ByteReader, attributes: Attributes) => void;

/** Calls back with the three bytes of each bit that is set. */
function each(reader: ByteReader, bits: number, take: (number: number, value: number) => void): void {
  for (let index = 0; index < 8; index += 1) if ((bits >> index) & 1) take(index + 1, u24le(reader));
}

/** Reads these fields in order: hundredths of the accuracies selected by the flags, satellites, systems. */
const positionMore: Read = (reader, attributes) => {
  const flags = reader.u8();
  if (flags & 1) attributes.vdop = reader.u16le() / 100;
  if (flags & 2) attributes.hdop = reader.u16le() / 100;
  if (flags & 4) attributes.pdop = reader.u16le() / 100;
  if (flags & 8) attributes.satellites = reader.u8();
};

/**
 * Reads these fields in order: which further inputs are present, outputs, which analogue ones are present, the inputs
 * eight at a time, the analogue ones.
 */
const sensors: Read = (reader, attributes) => {
  const [banks, outputs, analogue] = [reader.u8(), reader.u8(), reader.u8()];
  Object.assign(attributes, switches('output', outputs, OUTPUTS));
  for (let bank = 0; bank < 8; bank += 1) {
    if (((banks >> bank) & 1) === 0) continue;
    const bits = reader.u8();
    for (let bit = 0; bit < 8; bit += 1) attributes[`input${9 + 8 * bank + bit}`] = ((bits >> bit) & 1) === 1;
  }
  each(reader, analogue, (number, value) => (attributes[`analog${number}Raw`] = value));
};

/**
 * Reads these fields in order: state, tenths of a volt of the supply, of the back-up and of the device's own battery,
 * and which of them is in use.
 */
const state: Read = (reader, attributes) => {
  attributes.deviceState = reader.u8();
  const [power, backUp, battery, flags] = [reader.u8(), reader.u8(), reader.u8(), reader.u8()];
  attributes.powerV = power / 10;
  attributes.backUpV = backUp / 10;
  attributes.batteryV = battery / 10;
  attributes.receiverOn = (flags & 4) !== 0;
};
const STATE_BYTES = 5;

const UNIT = { percent: 1, litres: 2 } as const;
/**
 * Reads these fields in order: flags with fault, unit, kind and number of the sensor, its address, the value: percent,
 * tenths of a litre, or raw.
 */
const level: Read = (reader, attributes) => {
  const flags = reader.u8();
  reader.skip(2);
  const [number, unit] = [(flags & 7) + 1, (flags >> 4) & 3];
  if ((flags & 0x40) !== 0 || (flags & 8) !== 0) return;
  const value = reader.u32le();
  if (unit === UNIT.percent) attributes[number === 1 ? 'fuelPercent' : `fuel${number}Percent`] = value;
  else if (unit === UNIT.litres) attributes[number === 1 ? 'fuelL' : `fuel${number}L`] = value / 10;
  else attributes[`level${number}Raw`] = value;
};

const READ: Readonly<Record<number, Read>> = {
  [PART.positionMore]: positionMore,
  [PART.sensors]: sensors,
  [PART.counters]: (reader, attributes) =>
    each(reader, reader.u8(), (number, value) => (attributes[`counter${number}`] = value)),
  [PART.stateOrAcceleration]: (reader, attributes) => {
    if (reader.remaining === STATE_BYTES) state(reader, attributes);
  },
  [PART.state]: state,
  [PART.loops]: (reader, attributes) => {
    const present = reader.u8();
    for (let index = 0, pair = 0; index < 8; index += 1) {
      if (((present >> index) & 1) === 0) continue;
      if (index % 2 === 0 || ((present >> (index - 1)) & 1) === 0) pair = reader.u8();
      attributes[`loop${index + 1}`] = index % 2 === 0 ? pair & 15 : pair >> 4;
    }
  },
  [PART.analogue]: (reader, attributes) => {
    const number = reader.u8();
    attributes[`analog${number}Raw`] = u24le(reader);
  },
  [PART.counter]: (reader, attributes) => {
    const number = reader.u8();
    attributes[`counter${number}`] = u24le(reader);
  },
  [PART.level]: level,
};

/** Each position of a record begins a message, to which the subrecords around it belong. */
export function messagesOf({ madeAt, parts }: ServiceRecord): Message[] {
  const messages: Message[] = [];
  let attributes: Attributes = {};
  let isPlaced = false;
  const report = (at: ReturnType<typeof timedWithZeros>) =>
    messages.push({ kind: 'report', ...at, deviceTime: at.fix?.time ?? madeAt, attributes });
  for (const { type, content } of parts) {
    if (type === PART.position) {
      if (isPlaced) attributes = {};
      isPlaced = true;
      report(position(content, attributes));
    } else READ[type]?.(content, attributes);
  }
  if (!isPlaced && Object.keys(attributes).length > 0) report({ deviceTime: null, fix: null });
  return messages;
}

/** Reads the IMEI if present, and the number that an operator gave the device, which is 0 if not set. */
export function identitiesOf(parts: readonly Part[]): string[] | null {
  const reader = parts.find(({ type }) => type === PART.termIdentity)?.content;
  if (reader === undefined) return null;
  const [number, flags] = [reader.u32le(), reader.u8()];
  if (flags & 1) reader.skip(2);
  const imei = flags & 2 ? reader.text(15) : '';
  return [...(/^\d{15}$/.test(imei) && !/^0+$/.test(imei) ? [imei] : []), ...(number === 0 ? [] : [String(number)])];
}
