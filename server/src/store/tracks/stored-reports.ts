import type { Attributes } from '@milepost/protocols/types';
import { type Position, POSITION_FLAG } from '@milepost/tracking/position';
import type { AnyReport, Report, StatusReport } from '@milepost/tracking/report';
import { isTrackedStatus, isUsableTime } from '@milepost/tracking/usable-time';
import type { PositionColumns, StatusReportColumns } from '../chunks/chunk-columns.ts';
import { addValues } from '../chunks/json-table.ts';
import type { RowColumns } from './row-columns.ts';

/** The columns of a stored position that contain attributes of their own, or a flag of one. */
interface OwnColumns {
  flags: number;
  satellites: number | null;
  battery_percent: number | null;
  power_mv: number | null;
  rssi: number | null;
  odometer_m: number | null;
}

/** The columns of a stored position that contain attributes. */
export interface AttributeColumns extends OwnColumns {
  attributes: Attributes | null;
}

/** A position in the total order of reports: time in epoch milliseconds, then hash. */
export interface ReportKey {
  time: number;
  hash: number;
}

/** A report as it was processed, with its key and the moment of its receipt (epoch milliseconds). */
export interface StoredReport<Kind extends AnyReport = AnyReport> extends ReportKey {
  receivedAt: number;
  report: Kind;
  /** Present in private time: the stored coordinates are those of the last public place. */
  isPrivate?: true;
}

/** NaN, which stands for null in a column, as null. */
export const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** Epoch milliseconds of microseconds. */
const msOf = (micros: number | undefined): number => Math.trunc((micros ?? 0) / 1000);

/** The positions from the row `low` up to `high` (exclusive). */
export function storedPositions(
  columns: RowColumns<PositionColumns>,
  low: number,
  high: number,
): StoredReport<Report>[] {
  // Each column of a chunk is decoded when it is first read.
  const { fixTime, reportHash, receivedAt, lat, lon, altitudeM, speedDkph, courseDeg, flags, attributes } = columns;
  const { satellites, batteryPercent, powerMv, rssi, odometerM, roadLimitKph } = columns;
  const found: StoredReport<Report>[] = [];
  for (let row = low; row < high; row++) {
    const [time, hash] = [msOf(fixTime[row]), reportHash[row] ?? 0];
    const all: Attributes = {};
    attributes.addTo(all, row);
    addOwn(all, {
      flags: flags[row] ?? 0,
      satellites: orNull(satellites[row]),
      battery_percent: orNull(batteryPercent[row]),
      power_mv: orNull(powerMv[row]),
      rssi: orNull(rssi[row]),
      odometer_m: orNull(odometerM[row]),
    });
    const position: Position = {
      fixTime: new Date(time),
      lat: (lat[row] ?? 0) / 1e7,
      lon: (lon[row] ?? 0) / 1e7,
      altitudeM: orNull(altitudeM[row]),
      speedKph: (speedDkph[row] ?? 0) / 10,
      courseDeg: courseDeg[row] ?? 0,
      valid: ((flags[row] ?? 0) & POSITION_FLAG.valid) !== 0,
      attributes: all,
    };
    const limit = roadLimitKph[row] ?? Number.NaN;
    if (!Number.isNaN(limit)) position.roadLimitKph = limit;
    const stored: StoredReport<Report> = { time, hash, receivedAt: msOf(receivedAt[row]), report: { hash, position } };
    if (((flags[row] ?? 0) & POSITION_FLAG.private) !== 0) stored.isPrivate = true;
    found.push(stored);
  }
  return found;
}

/** The reports without coordinates from the row `low` up to `high` (exclusive). */
export function storedStatusReports(
  columns: RowColumns<StatusReportColumns>,
  low: number,
  high: number,
): StoredReport<StatusReport>[] {
  const { reportedAt, reportHash, receivedAt, lat, lon, deviceClock, attributes } = columns;
  const found: StoredReport<StatusReport>[] = [];
  for (let row = low; row < high; row++) {
    const [time, hash] = [msOf(reportedAt[row]), reportHash[row] ?? 0];
    const [south, clock] = [orNull(lat[row]), orNull(deviceClock[row])];
    const all: Attributes = {};
    attributes.addTo(all, row);
    const report: StatusReport = {
      position: null,
      time: new Date(time),
      attributes: all,
      hash,
      coordinates: south === null ? null : { lat: south / 1e7, lon: (orNull(lon[row]) ?? 0) / 1e7 },
      deviceClock: clock === null ? null : new Date(msOf(clock)),
    };
    found.push({ time, hash, receivedAt: msOf(receivedAt[row]), report });
  }
  return found;
}

/** All attributes of a stored position. */
export function attributesOf({ attributes, ...own }: AttributeColumns): Attributes {
  const all: Attributes = {};
  addValues(all, attributes);
  addOwn(all, own);
  return all;
}

/** Adds the attributes with columns of their own, or a flag. */
function addOwn(attributes: Attributes, row: OwnColumns): void {
  const { flags } = row;
  if (row.satellites !== null) attributes.satellites = row.satellites;
  if (row.battery_percent !== null) attributes.batteryPercent = row.battery_percent;
  if (row.power_mv !== null) attributes.powerV = row.power_mv / 1000;
  if (row.rssi !== null) attributes.rssi = row.rssi;
  if (row.odometer_m !== null) attributes.odometerM = row.odometer_m;
  if (flags & POSITION_FLAG.ignitionKnown) attributes.ignition = (flags & POSITION_FLAG.ignitionOn) !== 0;
  if (flags & POSITION_FLAG.motionKnown) attributes.motion = (flags & POSITION_FLAG.motionOn) !== 0;
  if (flags & POSITION_FLAG.archived) attributes.archived = true;
}

/** True for reports with a possible time, which tracking processes. */
export function isTracked({ time, receivedAt, report }: StoredReport): boolean {
  if (report.position === null) return isTrackedStatus(time, receivedAt, report.attributes);
  return isUsableTime(time, receivedAt);
}

/** The order of all reports; positive and negative like a difference, 0 only for the same report. */
export const compareReports = (a: StoredReport, b: StoredReport): number =>
  a.time - b.time || a.hash - b.hash || Number(b.report.position !== null) - Number(a.report.position !== null);

/** Two ordered lists as one; of a report in both, the first one's stays. */
export function mergeReports(one: readonly StoredReport[], other: readonly StoredReport[]): readonly StoredReport[] {
  if (other.length === 0) return one;
  if (one.length === 0) return other;
  const merged: StoredReport[] = [];
  let right = 0;
  for (const report of one) {
    let compared = 1;
    for (let next = other[right]; next; next = other[right]) {
      compared = compareReports(next, report);
      if (compared > 0) break;
      if (compared < 0) merged.push(next);
      right += 1;
    }
    merged.push(report);
  }
  for (; right < other.length; right++) {
    const next = other[right];
    if (next) merged.push(next);
  }
  return merged;
}
