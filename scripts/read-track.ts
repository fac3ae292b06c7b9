import type { Report } from '@milepost/tracking/advance';
import type { Position } from '@milepost/tracking/position';
import { positionHash } from '@milepost/tracking/report-hash';

/** Names that columns have in files of others; the first that is there is taken. */
const COLUMNS = {
  time: ['fixtime', 'time', 'timestamp', 'date', 'datetime'],
  lat: ['lat', 'latitude'],
  lon: ['lon', 'lng', 'longitude'],
  speed: ['speedkph', 'speed', 'speed_kph', 'kph'],
  course: ['coursedeg', 'course', 'bearing', 'heading'],
  ignition: ['ignition'],
  vehicle: ['vehicle', 'vehicle_id', 'vehicleid', 'device', 'id'],
} as const;

/** A line that is no fix: said by its number, and the others count. */
export interface LineFault {
  line: number;
  fault: string;
}

/**
 * Reads fixes from CSV with a header. Times are ISO 8601 or `2026-01-26 15:57:02`; without a zone they are UTC. Speed is
 * km/h, course degrees. What a file has no column for is 0 or unknown.
 * @returns reports by vehicle (one, '', without such a column)
 * @throws Error where the header lacks time, latitude or longitude
 */
export function readTrack(csv: string): { vehicles: Map<string, Report[]>; faults: LineFault[] } {
  const [header = '', ...lines] = csv.replaceAll('\r\n', '\n').split('\n');
  const names = cells(header).map((name) => name.trim().toLowerCase());
  const columnOf = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const at = {
    time: columnOf(COLUMNS.time),
    lat: columnOf(COLUMNS.lat),
    lon: columnOf(COLUMNS.lon),
    speed: columnOf(COLUMNS.speed),
    course: columnOf(COLUMNS.course),
    ignition: columnOf(COLUMNS.ignition),
    vehicle: COLUMNS.vehicle.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1,
  };
  for (const needed of ['time', 'lat', 'lon'] as const) {
    if (at[needed] < 0) throw new Error(`The header has no column ${COLUMNS[needed].join(' or ')}: ${header}`);
  }
  const vehicles = new Map<string, Report[]>();
  const faults: LineFault[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const values = cells(line);
    const value = (column: number) => (column < 0 ? '' : (values[column] ?? '').trim());
    const position = positionOf({
      time: value(at.time),
      lat: value(at.lat),
      lon: value(at.lon),
      speed: value(at.speed),
      course: value(at.course),
      ignition: value(at.ignition),
    });
    if (typeof position === 'string') {
      faults.push({ line: index + 2, fault: position });
      continue;
    }
    const vehicle = value(at.vehicle);
    let reports = vehicles.get(vehicle);
    if (!reports) vehicles.set(vehicle, (reports = []));
    reports.push({ position, hash: positionHash(position) });
  }
  return { vehicles, faults };
}

function positionOf(text: Record<'time' | 'lat' | 'lon' | 'speed' | 'course' | 'ignition', string>): Position | string {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text.time) ? text.time : `${text.time.replace(' ', 'T')}Z`;
  const fixTime = new Date(zoned);
  const [lat, lon] = [Number(text.lat), Number(text.lon)];
  if (Number.isNaN(fixTime.getTime())) return `no time: ${text.time}`;
  if (text.lat === '' || text.lon === '' || !(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180)) {
    return `no place: ${text.lat}, ${text.lon}`;
  }
  return {
    fixTime,
    lat,
    lon,
    altitudeM: null,
    speedKph: Math.max(0, Number(text.speed) || 0),
    courseDeg: (((Number(text.course) || 0) % 360) + 360) % 360,
    valid: true,
    attributes: text.ignition === '' ? {} : { ignition: /^(?:1|true|on|yes)$/i.test(text.ignition) },
  };
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
