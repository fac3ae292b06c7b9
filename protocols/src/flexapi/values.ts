import { BadFrame } from '../tools/bad-frame.ts';
import { reportOf } from '../tools/conversation.ts';
import { fixOf } from '../tools/fix.ts';
import { KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Fix, Message } from '../types.ts';

/** Names and values of a message. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * An operator can rename values; the manual's own examples do, and so do devices in use, with "log" for the longitude.
 */
const TIME = ['gnss.ts', 'time'];
const LAT = ['gnss.latitude', 'lat'];
const LON = ['gnss.longitude', 'lon', 'log'];
const ALTITUDE = ['gnss.altitude', 'alt'];
/** When a group was read, or an event ended or began. */
const CLOCKS = [
  'ends_at',
  'starts_at',
  'gnss.ts',
  'time',
  'io.ts',
  'obd.ts',
  'motion.ts',
  'modem1.ts',
  '1-wire.ts',
  'sysinfo.ts',
];

/** States of the receiver: no fix, and time only. */
const [NO_FIX, TIME_ONLY] = [0, 5];
const LATEST_S = Date.UTC(2100, 0, 1) / 1000;

/** Milepost's names, and the factor for the device's values. */
const NUMBERS: Readonly<Record<string, readonly [name: string, times: number]>> = {
  'gnss.num_sv': ['satellites', 1],
  'gnss.hdop': ['hdop', 1],
  'gnss.pdop': ['pdop', 1],
  'gnss.hacc': ['accuracyM', 1],
  'obd.speed': ['obdSpeedKph', 1],
  'obd.rpm': ['engineRpm', 1],
  'obd.f_lvl': ['fuelPercent', 1],
  'obd.c_temp': ['coolantTemperatureC', 1],
  'obd.e_load': ['engineLoadPercent', 1],
  'obd.t_pos': ['throttlePercent', 1],
  'obd.b_volt': ['powerV', 1],
  'obd.dtcs': ['troubleCodes', 1],
  'io.power_input': ['powerV', 1],
  'motion.ax': ['accelerationXMg', 1000],
  'motion.ay': ['accelerationYMg', 1000],
  'motion.az': ['accelerationZMg', 1000],
};
/** A vehicle that does not report a value is reported as zero. */
const NUMBERS_ABOVE_ZERO: Readonly<Record<string, readonly [name: string, times: number]>> = {
  'obd.odo': ['odometerM', 1000],
  'obd.e_hours': ['engineHoursS', 3600],
};
const TEXTS: Readonly<Record<string, string>> = {
  'obd.vin': 'vin',
  'modem1.iccid': 'iccid',
  'sysinfo.firmware_version': 'firmware',
  '1-wire.rom_code1': 'driverTag',
  dtc: 'troubleCode',
};
const ANALOG = /^io\.AI(\d)$/;
const SWITCH = /^io\.D([IO])(\d)$/;
const THERMOMETER = /^1-wire\.temp(\d)_data$/;

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const firstOf = (values: Values, names: readonly string[]): number | undefined =>
  names.map((name) => numberIn(values[name])).find((value) => value !== undefined);

function moment(seconds: number): Date {
  if (!(seconds >= 0 && seconds < LATEST_S)) throw new BadFrame(`there is no time ${seconds}`);
  return new Date(seconds * 1000);
}

/** Reads a group's values, an event, or a reply. */
export function messageOf(values: Values, isEvent: boolean): Message {
  const clock = firstOf(values, CLOCKS);
  const deviceTime = clock === undefined ? null : moment(clock);
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(values)) add(attributes, name, value);
  if (isEvent && typeof values.type === 'string') addEvent(attributes, values.type);
  return reportOf(place(values, deviceTime), attributes, deviceTime);
}

/**
 * Null if there is no position, or no time for it. An event has its position at that time, without the receiver's
 * state.
 */
function place(values: Values, deviceTime: Date | null): Fix | null {
  const [lat, lon, seconds] = [firstOf(values, LAT), firstOf(values, LON), firstOf(values, TIME)];
  const time = seconds === undefined ? (momentIn(values) ?? deviceTime) : moment(seconds);
  const state = numberIn(values['gnss.fix']);
  if (lat === undefined || lon === undefined || time === null || state === TIME_ONLY) return null;
  return fixOf({
    time,
    valid: state !== NO_FIX,
    lat,
    lon,
    altitudeM: firstOf(values, ALTITUDE) ?? null,
    speedKph: (numberIn(values['gnss.speed']) ?? 0) * KNOT_KPH,
    courseDeg: numberIn(values['gnss.heading']) ?? 0,
  });
}

/** A reply has the receiver's date and time instead: "2020-4-17", "10:16:21". */
function momentIn(values: Values): Date | null {
  const [day, hour] = [values['gnss.date'], values['gnss.time']];
  if (typeof day !== 'string' || typeof hour !== 'string') return null;
  const [year = 0, month = 0, date = 0] = day.split('-', 3).map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = hour.split(':', 3).map(Number);
  return moment(Date.UTC(year < 100 ? 2000 + year : year, month - 1, date, hours, minutes, seconds) / 1000);
}

function add(attributes: Attributes, name: string, value: unknown): void {
  if (typeof value === 'string') {
    const known = Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
    if (known !== undefined && value !== '') attributes[known] = value.slice(0, 64);
    return;
  }
  const number = numberIn(value);
  if (number === undefined) return;
  const [known, times] = (Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined) ?? [];
  const [above, aboveTimes] = (Object.hasOwn(NUMBERS_ABOVE_ZERO, name) ? NUMBERS_ABOVE_ZERO[name] : undefined) ?? [];
  if (known !== undefined && times !== undefined) attributes[known] = number * times;
  else if (above !== undefined && aboveTimes !== undefined && number > 0) attributes[above] = number * aboveTimes;
  else if (name === 'io.IGT' || name === 'io.igt_status') attributes.ignition = number > 0;
  else if (name === 'modem1.rssi' && number !== 0) attributes.rssi = number;
  else addNumbered(attributes, name, number);
}

function addNumbered(attributes: Attributes, name: string, value: number): void {
  const [, analog] = ANALOG.exec(name) ?? [];
  const [, side, index] = SWITCH.exec(name) ?? [];
  const [, thermometer] = THERMOMETER.exec(name) ?? [];
  if (analog !== undefined) attributes[`analog${analog}V`] = value;
  if (index !== undefined) attributes[`${side === 'I' ? 'input' : 'output'}${index}`] = value > 0;
  if (thermometer !== undefined) attributes[`temperature${thermometer}C`] = value;
}

function addEvent(attributes: Attributes, type: string): void {
  attributes.event = type.slice(0, 64);
  if (type === 'IGON' || type === 'IGOFF') attributes.ignition = type === 'IGON';
}
