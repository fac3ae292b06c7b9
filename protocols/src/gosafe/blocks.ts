import { byWord } from '../tools/by-word.ts';
import { fromHex } from '../tools/bytes.ts';
import { currentData } from '../tools/diagnosis.ts';
import { decimalIfAny, Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { dayFirst } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

const [INPUTS, OUTPUTS] = [4, 3];
const DAY_DIGITS = 6;

/** "N31.551856": degrees with the hemisphere before them. */
function degrees(text: string): number | undefined {
  const side = text[0] ?? '';
  const value = decimalIfAny(text.slice(1));
  if (value === undefined || !'NSEW'.includes(side)) return undefined;
  return side === 'S' || side === 'W' ? -value : value;
}

export type DecodedPosition = Pick<Message, 'deviceTime' | 'fix' | 'coordinates'>;

/**
 * Reads these fields in order: A or V, satellites, latitude, longitude, km/h, course, metres above sea level,
 * dilutions.
 */
export function place(values: Fields, time: Date | null, attributes: Attributes): DecodedPosition {
  const valid = values.textIfAny() === 'A';
  const satellites = values.numberIfAny();
  const [lat, lon] = [degrees(values.textIfAny()), degrees(values.textIfAny())];
  const [speedKph, courseDeg] = [values.numberIfAny() ?? 0, values.numberIfAny() ?? 0];
  const altitudeM = values.numberIfAny() ?? null;
  const [hdop, vdop] = [values.numberIfAny(), values.numberIfAny()];
  if (satellites !== undefined) attributes.satellites = satellites;
  if (hdop !== undefined) attributes.hdop = hdop;
  if (vdop !== undefined) attributes.vdop = vdop;
  return timedWithZeros(time, { valid, lat, lon, altitudeM, speedKph, courseDeg });
}

/** Reads the first version: hhmmss, [kind of fix,] A or V, latitude, longitude, km/h, course, [dilution,] ddmmyy. */
export function firstPlace(values: Fields, attributes: Attributes): DecodedPosition {
  const clock = values.textIfAny();
  if (values.peek() !== 'A' && values.peek() !== 'V') values.skip();
  const valid = values.textIfAny() === 'A';
  const [lat, lon] = [degrees(values.textIfAny()), degrees(values.textIfAny())];
  const [speedKph, courseDeg] = [values.numberIfAny() ?? 0, values.numberIfAny() ?? 0];
  let hdop = values.left > 1 ? values.numberIfAny() : undefined;
  let day = values.textIfAny();
  // Some firmware omits the separator between the dilution and the date.
  if (day.length > DAY_DIGITS && hdop === undefined) {
    hdop = decimalIfAny(day.slice(0, -DAY_DIGITS));
    day = day.slice(-DAY_DIGITS);
  }
  if (hdop !== undefined) attributes.hdop = hdop;
  const time = timeIfAny(() => dayFirst(day, clock));
  return timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg });
}

/** Other blocks of a record, by name; numbers are separated by semicolons. */
export const BLOCKS = byWord<(values: Fields, attributes: Attributes) => void>({
  // Reads these fields in order: metres driven; engine hours, or hours, minutes and seconds with dashes.
  COT(values, attributes) {
    const metres = values.numberIfAny();
    if (metres !== undefined) attributes.odometerM = metres;
    const time = values.left > 0 ? values.text() : '';
    if (time === '') return;
    const [hours = Number.NaN, minutes = 0, seconds = 0] = time.split('-').map((part) => decimalIfAny(part));
    attributes.engineHoursS = hours * 3600 + minutes * 60 + seconds;
  },
  MGR(values, attributes) {
    const metres = values.numberIfAny();
    if (metres !== undefined) attributes.odometerM = metres;
  },
  ADC(values, attributes) {
    for (const name of ['powerV', 'batteryV', 'analog1V', 'analog2V']) {
      const volts = values.numberIfAny();
      if (volts !== undefined) attributes[name] = volts;
    }
  },
  // Reads these fields in order: state, inputs (the lowest bit is the ignition) and outputs, geofences, events, kind of
  // packet.
  DTT(values, attributes) {
    const status = hexadecimalIfAny(values.text());
    const io = hexadecimalIfAny(values.left > 0 ? values.text() : undefined);
    if (status !== undefined) attributes.status = status;
    values.skip(2);
    const [events, kind] = [hexadecimalIfAny(values.textIfAny()), hexadecimalIfAny(values.textIfAny())];
    if (events !== undefined && events > 0) attributes.eventStatus = events;
    if (kind !== undefined) attributes.packetType = kind;
    if (io === undefined) return;
    attributes.ignition = (io & 1) === 1;
    Object.assign(attributes, switches('input', io >> 1, INPUTS), switches('output', io >> 5, OUTPUTS));
  },
  // Reads the 1-wire sensors. Each has a number, 0 for a driver's key or 1 for a thermometer with its own number, and a
  // value.
  IWD(values, attributes) {
    while (values.left >= 3) {
      const [index, kind] = [values.text(), values.text()];
      if (kind === '0') {
        const key = values.text();
        if (/[^0]/.test(key)) attributes.driverTag = key;
      } else if (kind === '1' && values.left >= 2) {
        values.skip();
        const value = values.numberIfAny();
        if (value !== undefined && /^\d{1,2}$/.test(index)) attributes[`temperature${Number(index)}C`] = value;
      } else return;
    }
  },
  // Reads whether the device is registered, steps of the signal, country, network, area and cell (hex), and the signal
  // in dBm.
  GSM(values, attributes) {
    values.skip(2);
    const [country, network] = [values.numberIfAny(), values.numberIfAny()];
    const [area, cell, signal] = [values.hexIfAny(), values.hexIfAny(), values.numberIfAny()];
    if (signal !== undefined && signal < 0) attributes.rssi = signal;
    if (country && area && cell)
      attributes.cells = [`${country}-${network ?? 0}-${area}-${cell} ${signal ?? ''}`.trim()];
  },
  TAG(values, attributes) {
    const tag = values.rest();
    if (tag !== '') attributes.tagData = tag;
  },
  ETD(values, attributes) {
    attributes.eventData = values.rest();
  },
  OBD(values, attributes) {
    if (values.left > 0) Object.assign(attributes, readObd(values.text()));
  },
});

/** A reply of the engine to "show current data" (SAE J1979, service 01). */
const ANSWER = 0x41;

/** Replies of the engine in hex, each preceded by its length. Replies to services other than 01 are skipped. */
function readObd(hex: string): Attributes {
  const bytes = fromHex(hex);
  const attributes: Attributes = {};
  if (bytes === null) return attributes;
  for (let at = 0; at < bytes.length; at += 1 + (bytes[at] ?? 0)) {
    const length = bytes[at] ?? 0;
    const [service = 0, number = 0, first, second = 0] = bytes.subarray(at + 1, at + 1 + length);
    const decoded = service === ANSWER && first !== undefined ? currentData(number, first, second) : undefined;
    if (decoded !== undefined) attributes[decoded[0]] = decoded[1];
  }
  return attributes;
}
