import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';
import { behaviourOf, eventOf, BEHAVIOUR_ALARMS } from './alarms.ts';
import { FAMILY, putBcd, readBcd, readMotion, readBatteryPercent, readPlace, readTime, reportAt } from './fields.ts';

const NOT_MEASURED = 0xffff;
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/**
 * Reads these fields in order: intervals, signal, state (satellites; bit 6 a position by satellites, bit 7 from
 * memory), settings, inputs and outputs, analogue values, event, metres driven, percent of the battery, time, position
 * or cells, volts. Some messages also contain the engine data. `isLonger`: the messages with five analogue values and
 * the battery's volts.
 */
export function vehicleReport(reader: ByteReader, family: number, isLonger: boolean): Message {
  reader.skip(2 + 2 + 1 + 2);
  const rssi = reader.u16() & 0x7f;
  const state = reader.u8();
  reader.skip(4 + 2);
  const io = reader.u16();
  const attributes: Attributes = {
    rssi,
    satellites: state & 0x1f,
    ignition: has(io, 14),
    ac: has(io, 13),
    input3: has(io, 12),
    input4: has(io, 11),
    ...(has(state, 7) && { archived: true }),
  };
  if (isLonger) {
    // The assignment of bits to outputs differs by model.
    attributes.outputs = reader.u8();
    reader.skip(1);
  } else for (let index = 0; index < 3; index += 1) attributes[`output${index + 1}`] = has(io, 7 + index);
  if (family !== FAMILY.obd) readAnalogues(reader, attributes, isLonger ? 5 : 2);
  Object.assign(attributes, eventOf(family, reader.u8()));
  reader.skip(1);
  attributes.odometerM = reader.u32();
  Object.assign(attributes, readBatteryPercent(reader));
  const time = readTime(reader);
  // Cells take as many bytes as a position.
  const place = has(state, 6) ? readMotion(reader, family !== FAMILY.obd) : (reader.skip(16), null);
  if (isLonger && reader.remaining >= 2) putBcd(attributes, 'batteryV', reader, 2, 100);
  if (reader.remaining >= 2) putBcd(attributes, 'powerV', reader, 2, 100);
  const speedKph = reader.remaining >= ENGINE_BYTES ? readEngine(reader, attributes) : undefined;
  const isByEngine = speedKph !== undefined && family === FAMILY.obd;
  return reportAt(time, place && (isByEngine ? { ...place, speedKph } : place), true, attributes);
}

function readAnalogues(reader: ByteReader, attributes: Attributes, count: number): void {
  for (let index = 1; index <= count; index += 1) {
    const value = reader.u16();
    if (value !== NOT_MEASURED) attributes[`analog${index}V`] = value / 100;
  }
}

/** Tenths of km/h, the engine's km/h in hundredths, fuel used and used per hour in thousandths, rpm. */
const ENGINE_BYTES = 2 + 2 + 4 + 4 + 2;
/** Followed by single bytes, as many as the model measures. */
const ENGINE: readonly (readonly [name: string, offset: number])[] = [
  ['airFlow', 0],
  ['airPressureKpa', 0],
  ['coolantTemperatureC', 40],
  ['airTemperatureC', 40],
  ['engineLoadPercent', 0],
  ['throttlePercent', 0],
  ['fuelPercent', 0],
];

/** Reads the engine data and returns the speed. */
function readEngine(reader: ByteReader, attributes: Attributes): number | undefined {
  const speed = readBcd(reader, 2);
  putBcd(attributes, 'obdSpeedKph', reader, 2, 100);
  const [used, consumption, turns] = [reader.u32(), reader.u32(), reader.u16()];
  if (used !== 0xffff_ffff) attributes.fuelUsedL = used / 1000;
  if (consumption !== 0xffff_ffff) attributes.fuelConsumption = consumption / 1000;
  if (turns !== NOT_MEASURED) attributes.engineRpm = turns;
  for (const [name, offset] of ENGINE) {
    if (reader.remaining === 0) break;
    const value = reader.u8();
    if (value !== 0xff) attributes[name] = value - offset;
  }
  return speed === undefined ? undefined : speed / 10;
}

const BEHAVIOUR_BYTES = 24;

/**
 * Reads driving behaviour with the positions before and after it: the code, then for each position the time,
 * coordinates, tenths of km/h, tenths of a degree, and rpm.
 */
export function behaviours(reader: ByteReader): Message[] {
  const alarm = behaviourOf(reader.u8());
  const messages: Message[] = [];
  while (reader.remaining >= BEHAVIOUR_BYTES) {
    const time = readTime(reader);
    const place = readPlace(reader);
    const [speed, course, turns] = [readBcd(reader, 2), reader.u16(), reader.u16()];
    const speedKph = (speed ?? 0) / 10;
    const courseDeg = course === NOT_MEASURED ? 0 : course / 10;
    const attributes: Attributes = {
      ...(turns !== NOT_MEASURED && { engineRpm: turns }),
      ...(place === null && speed !== undefined && { obdSpeedKph: speedKph }),
      ...(alarm !== undefined && reader.remaining < BEHAVIOUR_BYTES && { alarm: [alarm] }),
    };
    messages.push(reportAt(time, place && { ...place, speedKph, courseDeg }, true, attributes));
  }
  return messages;
}

/**
 * Reads behaviour detected by the acceleration sensor: code, time, state, acceleration, coordinates, speed, course in
 * tenths, rpm.
 */
export function sensedBehaviour(reader: ByteReader): Message {
  const alarm: AlarmCode | undefined = BEHAVIOUR_ALARMS[reader.u8()];
  const time = readTime(reader);
  const valid = !has(reader.u8(), 7);
  reader.skip(5);
  const place = readPlace(reader);
  const [speedKph, courseDeg, turns] = [(readBcd(reader, 2) ?? 0) / 10, reader.u16() / 10, reader.u16()];
  const attributes: Attributes = {
    ...(turns !== NOT_MEASURED && { engineRpm: turns }),
    ...(alarm !== undefined && { alarm: [alarm] }),
  };
  return reportAt(time, place && { ...place, speedKph, courseDeg }, valid, attributes);
}
