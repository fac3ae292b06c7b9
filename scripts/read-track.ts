import type { Attributes } from '@milepost/protocols/types';
import type { Report } from '@milepost/tracking/advance';
import { type Position, positionOf } from '@milepost/tracking/position';
import { positionHash } from '@milepost/tracking/report-hash';
import { decimal } from './decimal.ts';

/**
 * The names of columns in other programs' files, without case, spaces and signs (`Speed (km/h)` is `speedkmh`); among
 * several, the first one listed here is taken.
 */
const COLUMNS = {
  time: ['fixtime', 'time', 'timestamp', 'date', 'datetime'],
  lat: ['lat', 'latitude'],
  lon: ['lon', 'lng', 'longitude'],
  speed: ['speedkph', 'speedkmh', 'speed', 'kph', 'kmh'],
  course: ['coursedeg', 'course', 'bearing', 'heading'],
  ignition: ['ignition', 'ignitionon', 'ign', 'acc'],
  powerV: ['powerv', 'power', 'voltage', 'voltagev', 'supplyv', 'supply', 'supplyvoltage', 'externalvoltage', 'volts'],
  powerMv: ['powermv', 'voltagemv', 'supplymv', 'externalvoltagemv'],
  odometerM: ['odometerm', 'odometer', 'totaldistancem'],
  odometerKm: ['odometerkm', 'mileagekm', 'totaldistancekm'],
  engineRpm: ['enginerpm', 'rpm', 'revolutions', 'enginespeedrpm'],
  vehicle: ['vehicle', 'vehicleid', 'device', 'deviceid', 'id'],
} as const satisfies Record<string, readonly string[]>;
type Column = keyof typeof COLUMNS;
type Texts = Record<Column, string>;

const isColumn = (name: string): name is Column => Object.hasOwn(COLUMNS, name);
const ALL: readonly Column[] = Object.keys(COLUMNS).filter(isColumn);

/** Invalid lines are reported by number; the rest are used. */
export interface LineFault {
  line: number;
  fault: string;
}

export interface ReadTrack {
  /** Reports by vehicle (a single one, '', without such a column). */
  vehicles: Map<string, Report[]>;
  faults: LineFault[];
  /** The unused columns, by their names in the header. */
  unknown: string[];
}

/**
 * Reads fixes from CSV with a header and line ends LF, CR LF or CR. Times are ISO 8601 or `2026-01-26 15:57:02`;
 * without a zone they are UTC. Speed is km/h, course degrees, voltage volts, the odometer metres, unless the name of a
 * column states otherwise. A missing column or an empty cell is 0 or unknown; so are unreadable ignition, voltage,
 * odometer and revolutions.
 * @throws Error if the header lacks time, latitude or longitude
 */
export function readTrack(csv: string): ReadTrack {
  const [header = '', ...lines] = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const names = cells(header).map((name) => name.trim());
  const plain = names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const indexOf = (column: Column) => COLUMNS[column].map((name) => plain.indexOf(name)).find((at) => at >= 0) ?? -1;
  for (const needed of ['time', 'lat', 'lon'] as const) {
    if (indexOf(needed) < 0) throw new Error(`The header has no column ${COLUMNS[needed].join(' or ')}: ${header}`);
  }
  const read: ReadTrack = { vehicles: new Map(), faults: [], unknown: [] };
  const known = new Set<string>(ALL.flatMap((column) => COLUMNS[column]));
  read.unknown = names.filter((_, index) => !known.has(plain[index] ?? ''));
  const places = ALL.map((column) => [column, indexOf(column)] as const);
  const texts: Texts = { ...EMPTY_TEXTS };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const values = cells(line);
    for (const [column, at] of places) texts[column] = at < 0 ? '' : (values[at] ?? '').trim();
    const position = toPosition(texts);
    if (typeof position === 'string') {
      read.faults.push({ line: index + 2, fault: position });
      continue;
    }
    let reports = read.vehicles.get(texts.vehicle);
    if (!reports) read.vehicles.set(texts.vehicle, (reports = []));
    reports.push({ position, hash: positionHash(position) });
  }
  return read;
}

const EMPTY_TEXTS: Texts = {
  time: '',
  lat: '',
  lon: '',
  speed: '',
  course: '',
  ignition: '',
  powerV: '',
  powerMv: '',
  odometerM: '',
  odometerKm: '',
  engineRpm: '',
  vehicle: '',
};

/** With the server's validation: 0, 0 is not a position, for example. */
function toPosition(text: Texts): Position | string {
  const time = timeOf(text.time);
  if (!time) return `no time: ${text.time}`;
  const speedKph = text.speed === '' ? 0 : decimal(text.speed);
  if (speedKph === undefined) return `no speed: ${text.speed}`;
  const courseDeg = text.course === '' ? 0 : decimal(text.course);
  if (courseDeg === undefined) return `no course: ${text.course}`;
  const [lat, lon] = [decimal(text.lat), decimal(text.lon)];
  const position =
    lat === undefined || lon === undefined
      ? null
      : positionOf({
          kind: 'report',
          deviceTime: time,
          fix: { time, valid: true, lat, lon, altitudeM: null, speedKph, courseDeg },
          attributes: attributesOf(text),
        });
  return position ?? `no place: ${text.lat}, ${text.lon}`;
}

const TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?:(:\d\d)([.,]\d+)?)?)?(?: ?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d)?))?$/i;

/**
 * No satellite reported positions before the first year. A clock that is wrong by a century would make a trip that
 * lasts a century.
 */
const [FIRST_YEAR, LAST_YEAR] = [1990, 2099];

/** Parses a time; null for an invalid text, and for a day or an hour that does not exist (`2026-02-30`). */
function timeOf(text: string): Date | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [, day, minute = '00:00', second = ':00', part = '', sign, hours = '0', minutes = '0'] = found;
  const whole = `${day}T${minute}${second}`;
  const wall = Date.parse(`${whole}Z`);
  const year = Number(whole.slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  // Date rolls 30 February over to March.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(whole)) return null;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return new Date(wall + Math.floor(Number(`0${part.replace(',', '.')}`) * 1000) - offsetMs);
}

const TRUE = /^(?:1|t|true|on|y|yes)$/i;
const FALSE = /^(?:0|f|false|off|n|no)$/i;

function attributesOf(text: Texts): Attributes {
  const attributes: Attributes = {};
  if (TRUE.test(text.ignition)) attributes.ignition = true;
  else if (FALSE.test(text.ignition)) attributes.ignition = false;
  const powerV = decimal(text.powerV) ?? scaled(text.powerMv, 1 / 1000);
  if (powerV !== undefined) attributes.powerV = powerV;
  const odometerM = decimal(text.odometerM) ?? scaled(text.odometerKm, 1000);
  if (odometerM !== undefined) attributes.odometerM = odometerM;
  const engineRpm = decimal(text.engineRpm);
  if (engineRpm !== undefined) attributes.engineRpm = engineRpm;
  return attributes;
}

function scaled(text: string, factor: number): number | undefined {
  const value = decimal(text);
  return value === undefined ? undefined : Math.round(value * factor * 1000) / 1000;
}

/** The cells of a line of CSV (RFC 4180, without line ends inside quotes). */
function cells(line: string): string[] {
  const found: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(?:,|$)/.exec(rest);
    const plain = quoted ? null : /^([^,]*)(?:,|$)/.exec(rest);
    const [all = '', text = ''] = quoted ?? plain ?? [];
    found.push(quoted ? text.replaceAll('""', '"') : text);
    if (!all.endsWith(',')) return found;
    rest = rest.slice(all.length);
  }
}
