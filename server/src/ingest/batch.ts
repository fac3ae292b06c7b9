import { isPlaceAttribute } from '@milepost/protocols/place-attributes';
import type { Attributes, Coordinates, Message } from '@milepost/protocols/types';
import { type Position, positionFlags, positionOf, sealedFlags } from '@milepost/tracking/position';
import { CALLS_FOR_HELP, OWN_FENCES } from '@milepost/tracking/private-time';
import { positionHash, statusHash } from '@milepost/tracking/report-hash';
import { isTrackedStatus, isUsableTime } from '@milepost/tracking/usable-time';
import { roundAsStored } from '../facts/as-stored.ts';
import type { InstalledAt } from '../facts/directory.ts';
import type { Incoming } from '../facts/tracker.ts';
import type { BindMessage } from '../store/bind-message.ts';
import { INT2, INT4, INT8, JSON_TEXT, JSONB_TEXT, TIMESTAMP } from '../store/binary-array.ts';
import { FACTS_WRITTEN, type FactWrites, writeFactsSql } from '../store/facts/fact-writes.ts';
import { type DeviceState, writeTracking } from '../store/devices/device-states.ts';
import { LATE_DAYS } from '../store/telemetry/late-days.ts';
import { dayOf, INSERT_POSITIONS, INSERT_STATUS_REPORTS } from '../store/tracks/partitions.ts';
import { timeOfClock } from './clock-time.ts';
import type { DeviceRecords } from './device-records.ts';
import type { Span } from '../trace/trace.ts';
import { advanceDevice, copyOf } from './device-state.ts';
import { createPrivacy } from './privacy.ts';
import { remainingJson } from './attributes-json.ts';
import { withStorableAttributes } from './storable-attributes.ts';

/** Messages of one frame of a known device, in the order of the frame. */
export interface Submission {
  deviceId: number;
  /** The protocol of the frame; omitted when the server itself reports. */
  protocol?: string;
  messages: readonly Message[];
  /** Approximate memory; 1 kB each by default. */
  bytes?: number;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** From the receipt of the frame to its commit; set by ingest while traces are exported. */
  span?: Span | null;
  /** Called after the commit that contains all its messages. */
  onStored: () => void;
  /** Called instead after an internal error: it is neither stored nor acknowledged. */
  onDropped?: () => void;
}

export interface PositionRow {
  deviceId: number;
  position: Position;
  hash: number;
  receivedAt: number;
  /** Present in private time: see docs/decisions/0180. */
  sealed?: { place: Coordinates | null };
}

interface StatusRow {
  deviceId: number;
  time: number;
  hash: number;
  attributes: Attributes;
  receivedAt: number;
  /** See `StatusReport`. */
  coordinates: Coordinates | null;
  deviceClock: number | null;
}

/** The rows that one transaction writes. */
export interface Batch {
  submissions: readonly Submission[];
  positions: PositionRow[];
  statuses: StatusRow[];
  states: DeviceState[];
  /** The facts that tracking derives from them. */
  facts: FactWrites;
  /** The days (UTC) of its rows. */
  days: ReadonlySet<number>;
  /** The number of messages older than their device's record that arrived too late for the former record. */
  tooOld: number;
}

/**
 * Sorts submissions into rows and advances the states of their devices, in order. `stateOf` returns the states;
 * `installations` those of a device at a time, which decide how its reports are interpreted and which of them are private;
 * `records` the device's record for the time of a report.
 */
export function buildBatch(
  submissions: readonly Submission[],
  stateOf: (deviceId: number) => DeviceState,
  installations: InstalledAt = NOWHERE_INSTALLED,
  records: Records = ONE_RECORD,
): Batch {
  const positions: PositionRow[] = [];
  const statuses: StatusRow[] = [];
  const touched = new Map<number, DeviceState>();
  const days = new Set<number>();
  let tooOld = 0;
  const recordOf = (deviceId: number, receivedAt: number) => {
    const state = stateOf(deviceId);
    touched.set(deviceId, state);
    return { deviceId, state, installation: installations.at(deviceId, receivedAt) };
  };
  const isPrivateReport = createPrivacy(installations, records);
  for (const submission of submissions) {
    const { messages, receivedAt } = submission;
    if (messages.length === 0) recordOf(submission.deviceId, receivedAt);
    let record: ReturnType<typeof recordOf> | null = null;
    for (const received of messages) {
      const message = withStorableAttributes(received);
      const position = positionOf(message);
      const time = timeOf(message, position, receivedAt);
      const deviceId = records.at(submission.deviceId, time, receivedAt);
      if (record?.deviceId !== deviceId) record = recordOf(deviceId, receivedAt);
      if (records.isBefore(deviceId, time)) {
        tooOld += 1;
        advanceDevice(record.state, SIGN_OF_LIFE, null, receivedAt, record.installation);
        const alarms = alarmsOf(message, position, receivedAt, time);
        if (!alarms) continue;
        if (isPrivateReport(record, message, time)) {
          alarms.coordinates = null;
          alarms.attributes = withoutPlaces(alarms.attributes, undefined);
          if (!alarms.attributes.alarm) continue;
        }
        statuses.push({ deviceId, hash: statusHash(alarms.attributes), receivedAt, ...alarms });
        days.add(dayOf(receivedAt));
        continue;
      }
      const { state, installation } = record;
      const isPrivate = isPrivateReport(record, message, time);
      const sealed = isPrivate && { sealed: { place: placeOf(state) } };
      // The key of a report that arrives again is the same, whether it is private or not.
      const hash = position && positionHash(position);
      const status = statusOf(message, position, receivedAt);
      const statusKey = status && statusHash(status.attributes);
      const button = installation?.privateTime?.button?.attribute;
      const shown = isPrivate ? { ...message, attributes: withoutPlaces(message.attributes, button) } : message;
      if (position) position.attributes = shown.attributes;
      advanceDevice(state, shown, position, receivedAt, installation, isPrivate);
      if (position && hash !== null) {
        positions.push({ deviceId, position, hash, receivedAt, ...sealed });
        days.add(dayOf(position.fixTime.getTime()));
      }
      if (!status || statusKey === null) continue;
      if (isPrivate) Object.assign(status, { coordinates: null, attributes: withoutPlaces(status.attributes, button) });
      statuses.push({ deviceId, hash: statusKey, receivedAt, ...status });
      days.add(dayOf(status.time));
    }
  }
  // Copies, since states keep changing while this batch is written, and a retry must write the same.
  const states = [...touched.values()].map((state) => copyOf(state));
  return { submissions, positions, statuses, states, facts: [], days, tooOld };
}

/**
 * The values of a report in private time without those that tell a place, and without what a geofence of the device reports;
 * a call for help keeps them, as the person wants to be found.
 * @param button the attribute of the button, which stays
 */
function withoutPlaces(attributes: Attributes, button: string | undefined): Attributes {
  const { alarm, event } = attributes;
  if (alarm?.some((code) => CALLS_FOR_HELP.has(code))) return attributes;
  const left = alarm?.filter((code) => !OWN_FENCES.has(code));
  const isOfFence = left?.length !== alarm?.length || isPlaceAttribute(`io${event}`);
  const hides = (name: string) =>
    name !== button && (name === 'alarm' || isPlaceAttribute(name) || (isOfFence && name.startsWith('event')));
  const rest = Object.fromEntries(Object.entries(attributes).filter(([name]) => !hides(name)));
  return left?.length ? { ...rest, alarm: left } : rest;
}

/** The place of a device, in the precision of its column. */
const placeOf = ({ lat, lon }: DeviceState): Coordinates | null =>
  lat === null || lon === null ? null : { lat: Math.round(lat * 1e7) / 1e7, lon: Math.round(lon * 1e7) / 1e7 };

type Records = Pick<DeviceRecords, 'at' | 'isBefore' | 'former'>;
const ONE_RECORD: Records = { at: (deviceId) => deviceId, isBefore: () => false, former: () => null };
const NOWHERE_INSTALLED: InstalledAt = { at: () => undefined, judging: () => [] };

/**
 * Stands for a message that arrived too late for its record: it shows that the device is alive, but its values are
 * outdated.
 */
const SIGN_OF_LIFE: Message = { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };

/** The time of a message: by the device's clock, or by its receipt when that clock cannot be right. */
function timeOf({ deviceTime }: Message, position: Position | null, receivedAt: number): number {
  const clock = position?.fixTime.getTime() ?? timeOfClock(deviceTime);
  return clock !== null && isUsableTime(clock, receivedAt) ? clock : receivedAt;
}

/**
 * The status report of a message, if any: the attributes of a report without a position, or the alarms of any message.
 * A report with an impossible time is dated by its receipt. Its position keeps the device's time and stays out of
 * tracking, so its alarms become a status report of the present: an SOS must not wait for a correct clock.
 */
function statusOf(
  { kind, attributes, deviceTime, coordinates: known }: Message,
  position: Position | null,
  receivedAt: number,
): Pick<StatusRow, 'time' | 'attributes' | 'coordinates' | 'deviceClock'> | null {
  const deviceClock = position?.fixTime.getTime() ?? timeOfClock(deviceTime);
  const isWrong = deviceClock !== null && !isUsableTime(deviceClock, receivedAt);
  const { alarm } = attributes;
  if (position) return isWrong ? alarmsOf({ attributes }, position, receivedAt, deviceClock) : null;
  const coordinates = known ?? null;
  if (kind === 'report' ? !hasAny(attributes) : !alarm?.length) return null;
  if (isWrong) return { time: receivedAt, attributes, coordinates, deviceClock };
  return { time: deviceClock ?? receivedAt, attributes, coordinates, deviceClock: null };
}

/**
 * The alarms of a message as a status report dated by its receipt, with the time of the device's clock; null when it
 * has none.
 */
function alarmsOf(
  { attributes: { alarm, event }, coordinates }: Pick<Message, 'attributes' | 'coordinates'>,
  position: Position | null,
  receivedAt: number,
  deviceClock: number,
): Pick<StatusRow, 'time' | 'attributes' | 'coordinates' | 'deviceClock'> | null {
  if (!alarm?.length) return null;
  const place = position?.valid === true ? { lat: position.lat, lon: position.lon } : null;
  return {
    time: receivedAt,
    attributes: { alarm, ...(event !== undefined && { event }) },
    coordinates: position ? place : (coordinates ?? null),
    deviceClock,
  };
}

/**
 * One statement, therefore one transaction and one round trip, for positions, status reports and device states.
 * Retrying a batch never overwrites a state of a later one.
 */
const WRITE_REPORTS = `
  WITH new_positions AS (
    ${INSERT_POSITIONS}
    SELECT unnest($1::int4[]), unnest($2::timestamptz[]), unnest($3::int4[]), unnest($4::timestamptz[]),
           unnest($5::int4[]), unnest($6::int4[]), unnest($7::int2[]), unnest($8::int2[]), unnest($9::int2[]),
           unnest($10::int2[]), unnest($11::int2[]), unnest($12::int2[]), unnest($13::int4[]), unnest($14::int2[]),
           unnest($15::int8[]), unnest($16::jsonb[]), unnest($38::int2[])
    ON CONFLICT DO NOTHING
    RETURNING device_id, fix_time AS at, report_hash
  ), new_reports AS (
    ${INSERT_STATUS_REPORTS}
    SELECT unnest($17::int4[]), unnest($18::timestamptz[]), unnest($19::int4[]), unnest($20::timestamptz[]),
           unnest($21::jsonb[]), unnest($39::int4[]), unnest($40::int4[]), unnest($41::timestamptz[])
    ON CONFLICT DO NOTHING
    RETURNING device_id, reported_at AS at, report_hash
  ), new_states AS (
    INSERT INTO device_states AS held (device_id, heard_at, fix_time, received_at, lat, lon, altitude_m, speed_dkph,
                                       course_deg, flags, satellites, battery_percent, power_mv, rssi, attributes, tracking)
    SELECT unnest($22::int4[]), unnest($23::timestamptz[]), unnest($24::timestamptz[]), unnest($25::timestamptz[]),
           unnest($26::int4[]), unnest($27::int4[]), unnest($28::int2[]), unnest($29::int2[]), unnest($30::int2[]),
           unnest($31::int2[]), unnest($32::int2[]), unnest($33::int2[]), unnest($34::int4[]), unnest($35::int2[]),
           unnest($36::json[]), unnest($37::json[])
    ON CONFLICT (device_id) DO UPDATE SET
      heard_at = excluded.heard_at, fix_time = excluded.fix_time, received_at = excluded.received_at,
      lat = excluded.lat, lon = excluded.lon, altitude_m = excluded.altitude_m, speed_dkph = excluded.speed_dkph,
      course_deg = excluded.course_deg, flags = excluded.flags, satellites = excluded.satellites,
      battery_percent = excluded.battery_percent, power_mv = excluded.power_mv, rssi = excluded.rssi,
      attributes = excluded.attributes, tracking = excluded.tracking
    -- A time of receipt in the future is from when the server's clock was ahead.
    WHERE held.heard_at <= excluded.heard_at OR held.heard_at > now() + interval '1 minute'
  ), late_days AS (${LATE_DAYS}
  ), sealed AS (
    INSERT INTO sealed_positions (device_id, fix_time, report_hash, lat, lon, altitude_m, course_deg, flags)
    SELECT unnest($42::int4[]), unnest($43::timestamptz[]), unnest($44::int4[]), unnest($45::int4[]),
           unnest($46::int4[]), unnest($47::int2[]), unnest($48::int2[]), unnest($49::int2[])
    ON CONFLICT DO NOTHING
  )`;
export const REPORT_PARAMETERS = 49;
const STORED = '(SELECT count(*)::int FROM new_positions) AS stored';

export const WRITE_BATCH = `${WRITE_REPORTS} SELECT ${STORED}`;

/** The same together with the derived facts, in one transaction. */
export const WRITE_BATCH_WITH_FACTS = `${WRITE_REPORTS}, ${writeFactsSql(
  REPORT_PARAMETERS,
  'SELECT * FROM new_positions UNION ALL SELECT * FROM new_reports',
)} SELECT ${STORED}, ${FACTS_WRITTEN}`;

const MAX_ALTITUDE_M = 32_767;
const scaled = (value: number | null | undefined, factor: number) =>
  value == null ? null : Math.round(value * factor);

/** Adds the REPORT_PARAMETERS parameters of WRITE_BATCH; the parameters of the facts follow them. */
export function addReports(message: BindMessage, { positions, statuses, states }: Batch): void {
  message.numbers(INT4, positions, (row) => row.deviceId);
  message.numbers(TIMESTAMP, positions, (row) => row.position.fixTime.getTime());
  message.numbers(INT4, positions, (row) => row.hash);
  message.numbers(TIMESTAMP, positions, (row) => row.receivedAt);
  message.numbers(INT4, positions, (row) => shownAt(row).lat * 1e7);
  message.numbers(INT4, positions, (row) => shownAt(row).lon * 1e7);
  message.numbers(INT2, positions, (row) => (row.sealed ? null : altitude(row.position.altitudeM)));
  message.numbers(INT2, positions, (row) => row.position.speedKph * 10);
  message.numbers(INT2, positions, (row) => (row.sealed ? 0 : Math.round(row.position.courseDeg) % 360));
  message.numbers(INT2, positions, (row) => (row.sealed ? sealedFlags(row.position) : positionFlags(row.position)));
  message.numbers(INT2, positions, (row) => row.position.attributes.satellites);
  message.numbers(INT2, positions, (row) => row.position.attributes.batteryPercent);
  message.numbers(INT4, positions, (row) => scaled(row.position.attributes.powerV, 1000));
  message.numbers(INT2, positions, (row) => row.position.attributes.rssi);
  message.numbers(INT8, positions, (row) => scaled(row.position.attributes.odometerM, 1));
  message.texts(JSONB_TEXT, positions, (row) => remainingJson(row.position.attributes));
  message.numbers(INT4, statuses, (row) => row.deviceId);
  message.numbers(TIMESTAMP, statuses, (row) => row.time);
  message.numbers(INT4, statuses, (row) => row.hash);
  message.numbers(TIMESTAMP, statuses, (row) => row.receivedAt);
  message.texts(JSONB_TEXT, statuses, (row) => JSON.stringify(row.attributes));
  message.numbers(INT4, states, (row) => row.deviceId);
  message.numbers(TIMESTAMP, states, (row) => row.heardAt);
  message.numbers(TIMESTAMP, states, (row) => row.fixTime);
  message.numbers(TIMESTAMP, states, (row) => row.receivedAt);
  message.numbers(INT4, states, (row) => scaled(row.lat, 1e7));
  message.numbers(INT4, states, (row) => scaled(row.lon, 1e7));
  message.numbers(INT2, states, (row) => altitude(row.altitudeM));
  message.numbers(INT2, states, (row) => row.speedKph * 10);
  message.numbers(INT2, states, (row) => Math.round(row.courseDeg) % 360);
  message.numbers(INT2, states, (row) => row.flags);
  message.numbers(INT2, states, (row) => row.satellites);
  message.numbers(INT2, states, (row) => row.batteryPercent);
  message.numbers(INT4, states, (row) => row.powerMv);
  message.numbers(INT2, states, (row) => row.rssi);
  message.texts(JSON_TEXT, states, (row) => JSON.stringify(row.attributes));
  message.documents(states, writeTracking);
  message.numbers(INT2, positions, (row) => (row.sealed ? null : row.position.roadLimitKph));
  message.numbers(INT4, statuses, (row) => scaled(row.coordinates?.lat, 1e7));
  message.numbers(INT4, statuses, (row) => scaled(row.coordinates?.lon, 1e7));
  message.numbers(TIMESTAMP, statuses, (row) => row.deviceClock);
  const sealed = positions.filter((row) => row.sealed);
  message.numbers(INT4, sealed, (row) => row.deviceId);
  message.numbers(TIMESTAMP, sealed, (row) => row.position.fixTime.getTime());
  message.numbers(INT4, sealed, (row) => row.hash);
  message.numbers(INT4, sealed, (row) => row.position.lat * 1e7);
  message.numbers(INT4, sealed, (row) => row.position.lon * 1e7);
  message.numbers(INT2, sealed, (row) => altitude(row.position.altitudeM));
  message.numbers(INT2, sealed, (row) => Math.round(row.position.courseDeg) % 360);
  message.numbers(INT2, sealed, (row) => positionFlags(row.position));
}

const NOWHERE: Coordinates = { lat: 0, lon: 0 };
/** The stored coordinates: in private time the last public place. */
const shownAt = ({ sealed, position }: PositionRow): Coordinates => (sealed ? (sealed.place ?? NOWHERE) : position);

/** Values beyond 32 km are not altitudes. */
const altitude = (metres: number | null) => (metres === null || Math.abs(metres) > MAX_ALTITUDE_M ? null : metres);

/** The reports of a batch that enter tracking, as they will be read back. */
export function incomingOf({ positions, statuses }: Batch): Incoming[] {
  const incoming: Incoming[] = [];
  for (const { deviceId, position, hash, receivedAt, sealed } of positions) {
    if (!isUsableTime(position.fixTime.getTime(), receivedAt)) continue;
    incoming.push({ deviceId, report: { position: roundAsStored(position), hash, ...(sealed && { sealed }) } });
  }
  for (const { deviceId, time, hash, attributes, receivedAt, coordinates, deviceClock } of statuses) {
    if (!isTrackedStatus(time, receivedAt, attributes)) continue;
    const clock = deviceClock === null ? null : new Date(deviceClock);
    incoming.push({
      deviceId,
      report: { position: null, time: new Date(time), attributes, hash, coordinates, deviceClock: clock },
    });
  }
  return incoming;
}

function hasAny(attributes: Attributes): boolean {
  return Object.keys(attributes).length > 0;
}
