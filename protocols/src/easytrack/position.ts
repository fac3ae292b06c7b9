import { BadFrame } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { decimalIfAny, type Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** The fields from validity to metres driven. */
export const POSITION_FIELDS = 12;

/** Bits of the state, from the lowest on. */
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'hardBraking'],
  [1, 'hardAcceleration'],
  [3, 'jamming'],
  [8, 'removing'],
  [10, 'sos'],
  [14, 'lowPower'],
  [15, 'temperature'],
  [16, 'sos'],
  [18, 'powerCut'],
  [25, 'geofenceEnter'],
  [26, 'geofenceExit'],
  [27, 'lowBattery'],
  [28, 'jamming'],
  [29, 'vibration'],
  [31, 'overspeed'],
];
const [IGNITION, ENGINE_STOPPED] = [23, 19];
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/** Units per degree of a coordinate: ten-thousandths of a minute. */
const PER_DEGREE = 600_000;
const SOUTH_OR_WEST = 0x8000_0000;
const MINUTE_S = 60;

/**
 * Reads these fields in order: A or V, yymmdd, hhmmss, latitude, longitude (the first bit means south or west),
 * hundredths of km/h and of degrees, state, signal, percent of the battery, fuel, hundreds of metres driven, all
 * hexadecimal except the percent; then the additions of newer models: metres above sea level, driver, engine minutes,
 * hundredths of a degree Celsius, volts, satellites.
 */
export function position(fields: Fields): Message {
  const valid = fields.text() === 'A';
  const time = timeIfAny(() => momentOf(fields.text(), fields.text()));
  const [lat, lon] = [degrees(fields.hexValue()), degrees(fields.hexValue())];
  const [speedKph, course] = [fields.hexValue() / 100, fields.hexValue() / 100];
  const status = fields.hexIfAny();
  const [rssi, percent, fuel] = [fields.hexIfAny(), fields.value(), fields.hexIfAny()];
  const odometerM = fields.hexValue() * 100;
  const altitudeM = fields.numberIfAny() ?? null;
  const alarm = new Set(status === undefined ? [] : ALARMS.flatMap(([bit, code]) => (has(status, bit) ? [code] : [])));
  const isNewer = fields.left > 0;
  const attributes: Attributes = {
    status,
    ...(status !== undefined && { ignition: has(status, IGNITION), immobilized: has(status, ENGINE_STOPPED) }),
    rssi,
    odometerM,
    // Newer models send a message counter instead of the fuel, and volts instead of percent.
    ...(isNewer ? { index: fuel } : { ...battery(percent), fuelLevel: fuel }),
    ...(alarm.size > 0 && { alarm: [...alarm] }),
    ...(isNewer && newer(fields)),
  };
  return {
    kind: 'report',
    deviceTime: time,
    // While standing, some models report a course beyond 360°.
    fix: fixIfAny({ time, valid, lat, lon, altitudeM, speedKph, courseDeg: course < 360 ? course : 0 }),
    attributes,
  };
}

/** Older models report one of a few steps instead of a percentage. */
const MAX_STEPS = 6;
const battery = (level: number): Attributes =>
  level > MAX_STEPS && level <= 100 ? { batteryPercent: level } : { batteryStep: level };

function newer(fields: Fields): Attributes {
  const driver = fields.text();
  const [minutes, warmth] = [next(fields), next(fields)];
  const [volts, satellites] = [fields.numberIfAny(), fields.numberIfAny()];
  return {
    ...(isCard(driver) && { driverTag: driver }),
    ...(minutes !== undefined && { engineHoursS: minutes * MINUTE_S }),
    ...(warmth !== undefined && { temperature1C: (warmth >= 0x8000 ? warmth - 0x1_0000 : warmth) / 100 }),
    ...(volts !== undefined && { analog1V: volts }),
    ...(satellites !== undefined && { satellites }),
  };
}

const next = (fields: Fields) => hexadecimalIfAny(fields.left > 0 ? fields.text() : undefined);

/** Zeros alone mean no card. */
function isCard(text: string): boolean {
  for (const digit of text) if (digit !== '0') return true;
  return false;
}

/** Values of the OBD adapter, by the letter before each. */
const ENGINE = byWord<string>({
  V: 'powerV',
  R: 'engineRpm',
  S: 'obdSpeedKph',
  P: 'throttlePercent',
  O: 'engineLoadPercent',
  C: 'coolantC',
  L: 'fuelPercent',
});

/** Reads OB: "BD$", then values, each with a letter before and a semicolon after it. */
export function engine(text: string): Attributes {
  const attributes: Attributes = {};
  for (const part of text.slice(text.indexOf('$') + 1).split(';')) {
    const [name, value] = [ENGINE[part.slice(0, 1)], decimalIfAny(part.slice(1))];
    if (name !== undefined && value !== undefined) attributes[name] = value;
  }
  return attributes;
}

const degrees = (value: number) => (value >= SOUTH_OR_WEST ? (SOUTH_OR_WEST - value) / PER_DEGREE : value / PER_DEGREE);

function momentOf(day: string, clock: string): Date {
  const [date, time] = [hexadecimalIfAny(day), hexadecimalIfAny(clock)];
  if (day.length !== 6 || clock.length !== 6 || date === undefined || time === undefined) {
    throw new BadFrame(`"${day}" and "${clock}" are no moment`);
  }
  return utc(date >> 16, (date >> 8) & 0xff, date & 0xff, time >> 16, (time >> 8) & 0xff, time & 0xff);
}
