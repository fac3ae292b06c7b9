import { byWord } from '../tools/by-word.ts';
import type { Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutesIfAny } from '../tools/units.ts';
import { stateOf } from './packed-position.ts';
import type { Attributes, Message } from '../types.ts';

/**
 * Types that state the reason for a report: ZC in the first devices, DW3x and DW4x with a position, DW5x and DW6x with
 * cells only.
 */
const REASONS: readonly (readonly [types: readonly string[], reason: Attributes])[] = [
  [['ZC11', 'DW31', 'DW51'], { alarm: ['movement'] }],
  [['ZC12', 'DW32', 'DW52'], { alarm: ['lowBattery'] }],
  [['ZC13', 'DW33', 'DW53'], { alarm: ['powerCut'] }],
  [['ZC15', 'DW35', 'DW55'], { ignition: true }],
  [['ZC16', 'DW36', 'DW56'], { ignition: false }],
  [['ZC17', 'DW37', 'DW57'], { alarm: ['removing'] }],
  [['ZC25', 'DW3E', 'DW5E'], { alarm: ['sos'] }],
  [['ZC26', 'DW3F', 'DW5F'], { alarm: ['tampering'] }],
  [['ZC27', 'DW40', 'DW60'], { alarm: ['lowPower'] }],
  [['ZC29', 'DW42', 'DW62'], { ignition: true }],
];
const REASON = byWord(Object.fromEntries(REASONS.flatMap(([types, reason]) => types.map((type) => [type, reason]))));

const reasonOf = (type: string): Attributes => ({ ...REASON[type] });

/**
 * Reads these fields in order: ddmmyy, A or V, latitude and hemisphere, longitude and hemisphere, speed in km/h,
 * hhmmss, course, in some the state with metres as in packed messages. Null if it is not a position.
 */
export function partedPosition(type: string, fields: Fields): Message | null {
  if (fields.left < 7 || !/^[AV]$/.test(fields.peek(1) ?? '')) return null;
  const day = fields.text();
  const valid = fields.text() === 'A';
  const lat = degrees(fields, /^[NS]$/);
  const lon = degrees(fields, /^[EW]$/);
  const [speedKph, clock, courseDeg] = [fields.numberIfAny(), fields.textIfAny(), fields.numberIfAny()];
  const time = timeIfAny(() => dayFirst(day, clock));
  return {
    kind: 'report',
    ...timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg }),
    attributes: { ...stateOf(fields.rest().replaceAll(',', '')), ...reasonOf(type) },
  };
}

/** Degrees and minutes with the hemisphere after them, or in the next field. */
function degrees(fields: Fields, side: RegExp): number | undefined {
  const text = fields.textIfAny();
  if (side.test(fields.peek() ?? '')) return degreesMinutesIfAny(text, fields.text());
  return degreesMinutesIfAny(text.slice(0, -1), text.slice(-1));
}

/**
 * Reads surrounding cells and wireless networks, then ddmmyy, hhmmss: it has no fix. Null if the message has another
 * content.
 */
export function cellsOnly(type: string, fields: Fields): Message | null {
  const day = fields.find((field, index) => /^\d{6}$/.test(field) && /^\d{6}$/.test(fields.field(index + 1) ?? ''));
  if (!type.startsWith('DW') || day < 0) return null;
  const time = timeIfAny(() => dayFirst(fields.field(day) ?? '', fields.field(day + 1) ?? ''));
  return {
    kind: 'report',
    deviceTime: time,
    fix: null,
    attributes: reasonOf(type),
  };
}

/** Values of battery levels and voltages that are not measured. */
const [NO_LEVEL, NOT_MEASURED] = [255, 65_535];

const voltsOf = (value: number | undefined, divisor: number) =>
  value === undefined || value === NOT_MEASURED ? undefined : value / divisor;

/**
 * Reads these fields in order: ddmmyy, hhmmss, level 0 to 6, hundredths of a volt of the battery, tenths of a volt of
 * the vehicle.
 */
export function battery(fields: Fields): Message {
  const [day, clock] = [fields.text(), fields.text()];
  const [level = NO_LEVEL, hundredths, tenths] = [fields.numberIfAny(), fields.numberIfAny(), fields.numberIfAny()];
  return {
    kind: 'heartbeat',
    deviceTime: timeIfAny(() => dayFirst(day, clock)),
    fix: null,
    attributes: {
      batteryPercent: level === NO_LEVEL ? undefined : percentOf(level),
      batteryV: voltsOf(hundredths, 100),
      powerV: voltsOf(tenths, 10),
    },
  };
}

/** Percentage of each level: 6 is full, 4 is half, 1 to 3 are nearly empty (protocol, "battery level"). */
const PERCENT = [0, 0, 10, 20, 50, 80, 100] as const;
const percentOf = (level: number): number | undefined => PERCENT[level];
