import type { LayoutMeaning } from '@milepost/contract/layout-profile-operations';
import { type LayoutDraft, withMeaning } from './layout-draft.ts';

const DEGREES = /^[+-]?\d{1,5}\.\d{3,}$/;
const FLAG = /^[01]$/;
const NUMBER = /^\d+(?:\.\d+)?$/;
const DECIMAL = /^\d+\.\d+$/;

const within = (least: number, most: number) => (value: string) =>
  NUMBER.test(value) && Number(value) >= least && Number(value) <= most;

/** The fields after the position in the standard's order, with a test for the values of each. */
const BEHIND: readonly (readonly [LayoutMeaning, (value: string) => boolean])[] = [
  ['speed', within(0, 400)],
  ['course', within(0, 360)],
  ['satellites', (value) => /^\d{1,2}$/.test(value)],
  ['altitude', (value) => /^-?\d+(?:\.\d+)?$/.test(value)],
  ['pdop', within(0, 100)],
  ['hdop', within(0, 100)],
  ['operator', (value) => /^(?=.*[A-Za-z])[\w .-]{2,}$/.test(value)],
  ['ignition', (value) => FLAG.test(value)],
  ['mains', (value) => FLAG.test(value)],
  ['mainsV', (value) => DECIMAL.test(value)],
  ['batteryV', (value) => DECIMAL.test(value)],
  ['emergency', (value) => FLAG.test(value)],
  ['tamper', (value) => /^[OC]$/.test(value)],
  ['signal', within(0, 99)],
  ['mcc', (value) => /^\d{3}$/.test(value)],
  ['mnc', (value) => /^\d{1,3}$/.test(value)],
  ['lac', (value) => /^[\dA-Fa-f]{1,5}$/.test(value)],
  ['cell', (value) => /^[\dA-Fa-f]{1,8}$/.test(value)],
];

/**
 * Detects the likely meanings of a frame's fields by their values and the order of the standard. A person checks them
 * beside the decoded result.
 */
export function detectLayout(fields: readonly string[], draft: LayoutDraft): LayoutDraft {
  const trimmed = fields.map((field) => field.trim());
  const found = new Map<LayoutMeaning, number>();
  const note = (meaning: LayoutMeaning, at: number) => {
    if (at >= 0 && at < fields.length && !found.has(meaning) && ![...found.values()].includes(at))
      found.set(meaning, at);
  };
  note('header', 0);
  note(
    'imei',
    trimmed.findIndex((value) => /^\d{15}$/.test(value)),
  );
  const end = notePlace(trimmed, note);
  noteTime(trimmed, found.get('lat') ?? fields.length, note);
  noteBefore(trimmed, found.get('imei') ?? 0, note);
  if (end >= 0) noteBehind(trimmed, end + 1, note);
  let detected = draft;
  for (const [meaning, at] of found) detected = withMeaning(detected, at, fields[at] ?? '', meaning);
  return detected;
}

type Note = (meaning: LayoutMeaning, at: number) => void;

/** @returns the last field of the position; -1 if none was found */
function notePlace(fields: readonly string[], note: Note): number {
  const north = fields.findIndex((value, at) => /^[NS]$/.test(value) && DEGREES.test(fields[at - 1] ?? ''));
  const east = fields.findIndex((value, at) => /^[EW]$/.test(value) && DEGREES.test(fields[at - 1] ?? ''));
  if (north > 0 && east > 0) {
    note('lat', north - 1);
    note('latSide', north);
    note('lon', east - 1);
    note('lonSide', east);
    return Math.max(north, east);
  }
  const lat = fields.findIndex((value, at) => DEGREES.test(value) && DEGREES.test(fields[at + 1] ?? ''));
  note('lat', lat);
  if (lat >= 0) note('lon', lat + 1);
  return lat < 0 ? -1 : lat + 1;
}

/** Date and time are before the position, next to each other or in one field, with or without a fix flag. */
function noteTime(fields: readonly string[], place: number, note: Note): void {
  for (let at = place - 1; at >= Math.max(1, place - 4); at -= 1) {
    const [value = '', before = ''] = [fields[at], fields[at - 1]];
    if (/^\d{12}$|^\d{14}$|^1\d{9}$/.test(value)) note('date', at);
    else if (/^\d{6}$/.test(value) && /^\d{6}$|^\d{8}$/.test(before)) {
      note('date', at - 1);
      note('time', at);
    } else continue;
    const first = /^\d{6}$/.test(value) ? at - 1 : at;
    // The fix flag is directly before or after date and time.
    for (const beside of [at + 1, first - 1])
      if (beside < place && /^[01AV]$/.test(fields[beside] ?? '')) note('valid', beside);
    return;
  }
}

/** Vendor, firmware, packet type, alert and the live flag are before the identity. */
function noteBefore(fields: readonly string[], imei: number, note: Note): void {
  for (let at = 1; at < imei; at += 1) {
    const value = fields[at] ?? '';
    if (/^[LH]$/.test(value)) note('status', at);
    else if (/^[A-Z]{2}$/.test(value) && at > 1) note('packet', at);
    else if (/^\d{1,2}$/.test(value)) note('alert', at);
    else if (/\d\.\d/.test(value)) note('firmware', at);
    else if (/^[A-Za-z]\w*$/.test(value) && at === 1) note('vendor', at);
  }
  const next = fields[imei + 1] ?? '';
  if (imei > 0 && /[A-Z]/.test(next) && /\d/.test(next)) note('registration', imei + 1);
}

/** The fields after the position in the standard's order; fields that a vendor omits are skipped. */
function noteBehind(fields: readonly string[], from: number, note: Note): void {
  let at = from;
  let expected = 0;
  while (at < fields.length && expected < BEHIND.length) {
    const value = fields[at] ?? '';
    const next = BEHIND.findIndex(([, fits], index) => index >= expected && index <= expected + 1 && fits(value));
    const [meaning] = BEHIND[next] ?? [];
    if (meaning === undefined) return;
    note(meaning, at);
    expected = next + 1;
    at += 1;
  }
}
