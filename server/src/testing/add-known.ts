import type { Database } from '../store/database.ts';
import {
  addTracked,
  insertAlarm,
  insertDay,
  insertIdle,
  insertStop,
  insertTagSpan,
  insertTow,
  insertTrip,
  insertVisit,
} from './insert-facts.ts';

/** Contained in every name that a test of limits hides. */
export const MARK = 'Zanzibar';
/** Every distance of the hidden vehicle. */
export const METRES = 987_654;
/** The day of the facts. */
export const DAY = '2026-02-01';
/** Its latitude, degrees. */
export const HIDDEN_LAT = 10;

interface Known {
  organisationId: number;
  groupId: number | null;
  fenceId: number;
  distanceM: number;
}

/**
 * Adds a vehicle with a state, a fact of each kind and an alarm; it is a hidden one when its name contains the mark.
 */
export async function addKnown(
  database: Database,
  registration: string,
  { organisationId, groupId, fenceId, distanceM }: Known,
) {
  const of = await addTracked(database, { registration, organisationId, groupId });
  const lat = registration.startsWith(MARK) ? HIDDEN_LAT : -34.9;
  await database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, flags, attributes, tracking)
     VALUES ($1, now(), now(), now(), $2, -562000000, 0, 1, '{}', '{}')`,
    [of.deviceId, Math.round(lat * 1e7)],
  );
  const span = (hour: number) => ({ start: `${DAY}T0${hour}:00:00Z`, end: `${DAY}T0${hour}:30:00Z` });
  await insertTrip(database, of, { ...span(1), distanceM });
  await insertStop(database, of, span(2));
  await insertIdle(database, of, span(3));
  await insertTow(database, of, { ...span(4), distanceM });
  await insertDay(database, of, { day: DAY, distanceM });
  await insertVisit(database, of, { start: `${DAY}T05:00:00Z`, end: null, durationS: 60, fenceId, distanceM });
  const tag = registration.startsWith(MARK) ? MARK : 'A1';
  await insertTagSpan(database, of, { tag, start: new Date(Date.now() - 60_000).toISOString(), end: null });
  const rule = registration.startsWith(MARK) ? `${MARK} speed` : 'Speed';
  const alarm = { start: `${DAY}T06:00:00Z`, clearedAt: null, organisationId, rule };
  const alarmId = await insertAlarm(database, of, alarm);
  await database.query(
    `UPDATE alarm_rules SET all_vehicles = false, vehicle_ids = ARRAY[$1::int], condition = '{"kind":"overspeed","limitKph":90}'
     WHERE id = (SELECT rule_id FROM alarms WHERE id = $2)`,
    [of.vehicleId, alarmId],
  );
  return { ...of, alarmId };
}
