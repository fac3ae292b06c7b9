import { MAX_OWN_TRIPS, OWN_TRIP_DAYS, type OwnTrip, type OwnVehicle } from '@milepost/contract/own-trip-operations';
import { MAX_PRIVATE_DAYS } from '@milepost/contract/private-time-operations';
import { AppError } from '../../errors.ts';
import { loadEnds } from '../../places/load-places.ts';
import type { PlaceAt } from '../../places/places.ts';
import type { Actor } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { TRIP_SHARES } from '../drivers/driver-trips.ts';
import { findOwnDriver, type OwnDriver, readOwnVehicles } from '../drivers/own-driver.ts';
import { isHeldSql } from '../retention/legal-hold-sql.ts';
import { findHold, lockHolds } from '../retention/require-unheld.ts';
import type { Scope } from '../scope.ts';
import { addMark, endMark, type PrivateMarking } from './mark-private-time.ts';

const DAY_MS = 86_400_000;
const MAX_PRIVATE_MS = MAX_PRIVATE_DAYS * DAY_MS;
/** Tags are reported with the trip, not before it. */
const TOLERANCE_S = 1;

/** SQL: true where drivers may mark a vehicle `v` as private: by its own rule, otherwise by that of its organisation. */
const MAY_MARK = `coalesce((SELECT p.drivers_mark FROM private_rules p
  WHERE p.organisation_id = v.organisation_id AND p.deleted_at IS NULL AND (p.vehicle_id = v.id OR p.vehicle_id IS NULL)
  ORDER BY p.vehicle_id LIMIT 1), false)`;

/** SQL: the mark that counts at the start of a trip `f`. */
const MARK = `LEFT JOIN LATERAL (SELECT m.id, m.private, m.driver_id, m.to_time FROM private_marks m
    WHERE m.vehicle_id = f.vehicle_id AND m.from_time <= f.started_at AND coalesce(m.to_time, 'infinity') > f.started_at
    ORDER BY m.id DESC LIMIT 1) mark ON true`;

const ENDED = `coalesce(f.ended_at, f.started_at + make_interval(secs => f.duration_s))`;

/** SQL: what the driver $1 can do with a trip `f`, of which `found` has the driver's share. */
const STATE = `CASE WHEN f.ended_at IS NULL THEN 'running'
  WHEN (1 - found.share) * f.duration_s > ${TOLERANCE_S} THEN 'shared'
  WHEN mark.private AND mark.driver_id = $1 THEN 'private'
  WHEN mark.id IS NOT NULL AND mark.driver_id IS DISTINCT FROM $1 THEN 'office'
  WHEN ${isHeldSql('f.vehicle_id', 'f.started_at', ENDED)} THEN 'held'
  ELSE 'work' END AS state`;

/** The scope of what belongs to the driver, whatever else the account may see. */
const whole = (scope: Scope): Scope => ({ ...scope, limit: null });

interface OwnTripRow extends Pick<OwnTrip, 'id' | 'registration' | 'distanceM' | 'state'> {
  start: Date;
  end: Date | null;
  startLat: number;
  startLon: number;
  endLat: number;
  endLon: number;
  startPrivate: boolean | null;
  endPrivate: boolean | null;
  mark: number | null;
  total: number;
}

/** The own trips and present vehicles of the driver who is signed in, where drivers may mark private time. */
export async function listOwnTrips(
  db: Queryable,
  scope: Scope,
  userId: number,
  placeAt: PlaceAt,
): Promise<{ rows: OwnTrip[]; total: number; vehicles: OwnVehicle[] }> {
  const driver = await findOwnDriver(db, scope, userId);
  if (!driver) return { rows: [], total: 0, vehicles: [] };
  const now = new Date();
  const { rows } = await db.query<OwnTripRow>(
    `WITH found AS (${TRIP_SHARES(whole(scope))})
     SELECT f.id, v.registration, f.started_at AS start, f.ended_at AS "end", f.distance_m AS "distanceM",
            f.start_lat AS "startLat", f.start_lon AS "startLon", f.end_lat AS "endLat", f.end_lon AS "endLon",
            f.start_private AS "startPrivate", f.end_private AS "endPrivate", ${STATE},
            CASE WHEN mark.private AND mark.driver_id = $1 THEN mark.id END AS mark, count(*) OVER ()::int AS total
     FROM found JOIN trips f USING (id) JOIN vehicles v ON v.id = f.vehicle_id ${MARK}
     WHERE ${MAY_MARK} ORDER BY f.started_at DESC, f.id LIMIT ${MAX_OWN_TRIPS}`,
    [driver.id, new Date(now.getTime() - OWN_TRIP_DAYS * DAY_MS), now, scope.organisationIds],
  );
  await loadEnds(db, placeAt, rows);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      registration: row.registration,
      start: row.start.toISOString(),
      end: row.end?.toISOString() ?? null,
      distanceM: row.distanceM,
      startAddress: row.startPrivate ? (placeAt.private ?? null) : placeAt(row.startLat, row.startLon),
      endAddress: row.endPrivate ? (placeAt.private ?? null) : placeAt(row.endLat, row.endLon),
      state: row.state,
      markId: row.mark,
    })),
    vehicles: await listOwnVehicles(db, scope, driver),
  };
}

async function listOwnVehicles(db: Queryable, scope: Scope, driver: OwnDriver): Promise<OwnVehicle[]> {
  const present = await readOwnVehicles(db, whole(scope), driver.id);
  const { rows } = await db.query<{ id: number; registration: string; markId: number | null; since: Date | null }>(
    `SELECT v.id, v.registration, m.id AS "markId", m.from_time AS since FROM vehicles v
     LEFT JOIN LATERAL (SELECT o.id, o.from_time FROM private_marks o
       WHERE o.vehicle_id = v.id AND o.to_time IS NULL AND o.private AND o.driver_id = $2 ORDER BY o.id DESC LIMIT 1) m ON true
     WHERE v.id = ANY($1) AND (m.id IS NOT NULL OR (${MAY_MARK} AND EXISTS (
       SELECT FROM drivers_between(v.id, now(), now() + interval '1 millisecond') w WHERE w.driver_id = $2)))
     ORDER BY lower(v.registration), v.id`,
    [present.map(({ id }) => id), driver.id],
  );
  return rows.map(({ id, registration, markId, since }) => ({
    id,
    registration,
    private: markId === null || since === null ? null : { markId, since: since.toISOString() },
  }));
}

/** Why a trip cannot be marked, by its state. */
const OBSTACLES = {
  running: 'own-trip-running',
  shared: 'own-trip-shared',
  held: 'own-time-held',
  office: 'own-time-office',
  private: 'own-time-marked',
} as const;

async function requireOwnDriver(db: Queryable, scope: Scope, userId: number): Promise<OwnDriver> {
  const driver = await findOwnDriver(db, scope, userId);
  if (!driver) throw new AppError('not-found', 'no-trip');
  return driver;
}

/** SQL: locks the vehicle `$1` and returns its organisation, and whether drivers may mark it. */
async function lockMarkable(db: Queryable, { organisationIds }: Scope, vehicleId: number): Promise<number> {
  const { rows } = await db.query<{ organisationId: number; may: boolean }>(
    `SELECT v.organisation_id AS "organisationId", ${MAY_MARK} AS may FROM vehicles v
     WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL FOR UPDATE`,
    [vehicleId, organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-vehicle');
  if (!rows[0].may) throw new AppError('conflict', 'own-time-off');
  return rows[0].organisationId;
}

/**
 * Marks an own trip as private, with the stop after it. While that stop lasts, the mark goes on until the next trip.
 * @throws AppError `not-found` for a trip of nobody or of another driver, `conflict` if another driver drove a part of it,
 * a legal hold covers it, or the office marked it or allows no marks
 */
export function markOwnTrip(
  database: Database,
  scope: Scope,
  actor: Actor,
  { userId, tripId }: { userId: number; tripId: number },
): Promise<PrivateMarking> {
  return inTransaction(database, async (db) => {
    await lockHolds(db);
    const driver = await requireOwnDriver(db, scope, userId);
    const now = new Date();
    const { rows: trips } = await db.query<{ vehicleId: number; start: Date; end: Date }>(
      `SELECT f.vehicle_id AS "vehicleId", f.started_at AS start, ${ENDED} AS "end" FROM trips f
       JOIN vehicles v ON v.id = f.vehicle_id AND v.organisation_id = ANY($2) WHERE f.id = $1`,
      [tripId, scope.organisationIds],
    );
    const [trip] = trips;
    if (!trip) throw new AppError('not-found', 'no-trip');
    const { vehicleId, start, end } = trip;
    const { rows } = await db.query<{ state: OwnTrip['state']; next: Date | null }>(
      `WITH found AS (${TRIP_SHARES(whole(scope))})
       SELECT ${STATE}, least(
           (SELECT min(n.started_at) FROM trips n WHERE n.vehicle_id = f.vehicle_id AND n.started_at >= ${ENDED}),
           (SELECT min(w.from_time) FROM drivers_between(f.vehicle_id, ${ENDED}, now()) w WHERE w.driver_id <> $1)) AS next
       FROM found JOIN trips f USING (id) ${MARK} WHERE f.id = $5`,
      [driver.id, start, new Date(end.getTime() + 1), scope.organisationIds, tripId],
    );
    const [own] = rows;
    // A trip of somebody else does not exist for the driver.
    if (!own) throw new AppError('not-found', 'no-trip');
    const organisationId = await lockMarkable(db, scope, vehicleId);
    if (own.state !== 'work') throw new AppError('conflict', OBSTACLES[own.state]);
    const last = new Date(start.getTime() + MAX_PRIVATE_MS);
    const ends = own.next !== null && own.next < last ? own.next : last;
    const to = ends < now ? ends : null;
    await requireFree(db, { vehicleId, driverId: driver.id, from: start, to: to ?? now });
    return addMark(db, actor, organisationId, {
      vehicleId,
      from: start,
      to,
      isPrivate: true,
      driverId: driver.id,
      ...(to === null && { openAfter: end }),
    });
  });
}

/** @throws AppError `conflict` if a legal hold or a mark of the office covers a part of the time */
async function requireFree(
  db: Queryable,
  { vehicleId, driverId, from, to }: { vehicleId: number; driverId: number; from: Date; to: Date },
): Promise<void> {
  if (await findHold(db, vehicleId, from, to)) throw new AppError('conflict', 'own-time-held');
  const { rows } = await db.query<{ decided: boolean }>(
    `SELECT EXISTS (SELECT FROM private_marks m WHERE m.vehicle_id = $1 AND m.driver_id IS DISTINCT FROM $4
         AND m.from_time < $3 AND coalesce(m.to_time, 'infinity') > $2) AS decided`,
    [vehicleId, from, to, driverId],
  );
  if (rows[0]?.decided) throw new AppError('conflict', 'own-time-office');
}

/**
 * Begins private time of a vehicle that the driver drives alone at present. A legal hold does not prevent it: as with a rule,
 * nothing that is stored changes.
 * @throws AppError `not-found` for a vehicle of another driver, `conflict` if it is private already or the office allows no
 * marks
 */
export function startOwnPrivateTime(
  database: Database,
  scope: Scope,
  actor: Actor,
  { userId, vehicleId }: { userId: number; vehicleId: number },
): Promise<PrivateMarking> {
  return inTransaction(database, async (db) => {
    const driver = await requireOwnDriver(db, scope, userId);
    const { rows } = await db.query<{ driverId: number }>(
      `SELECT w.driver_id AS "driverId" FROM vehicles v, drivers_between(v.id, now(), now() + interval '1 millisecond') w
       WHERE v.id = $1 AND v.organisation_id = ANY($2)`,
      [vehicleId, scope.organisationIds],
    );
    if (!rows.some(({ driverId }) => driverId === driver.id)) throw new AppError('not-found', 'no-vehicle');
    if (rows.length > 1) throw new AppError('conflict', 'own-trip-shared');
    const organisationId = await lockMarkable(db, scope, vehicleId);
    const { rowCount } = await db.query(
      'SELECT FROM private_marks WHERE vehicle_id = $1 AND private AND to_time IS NULL',
      [vehicleId],
    );
    if (rowCount) throw new AppError('conflict', 'own-time-marked');
    const from = new Date();
    return addMark(db, actor, organisationId, { vehicleId, from, to: null, isPrivate: true, driverId: driver.id });
  });
}

interface OwnMark {
  vehicleId: number;
  organisationId: number;
  from: Date;
  to: Date | null;
}

async function lockOwnMark(db: Queryable, scope: Scope, driverId: number, id: number): Promise<OwnMark> {
  const { rows } = await db.query<OwnMark>(
    `SELECT m.vehicle_id AS "vehicleId", m.organisation_id AS "organisationId", m.from_time AS "from", m.to_time AS "to"
     FROM private_marks m WHERE m.id = $1 AND m.driver_id = $2 AND m.organisation_id = ANY($3) AND m.private FOR UPDATE`,
    [id, driverId, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-private-mark');
  return rows[0];
}

/** Ends private time that the driver began. @throws AppError `not-found` for that of others, `conflict` if it has ended */
export function endOwnPrivateTime(
  database: Database,
  scope: Scope,
  actor: Actor,
  { userId, id }: { userId: number; id: number },
): Promise<number> {
  return inTransaction(database, async (db) => {
    const driver = await requireOwnDriver(db, scope, userId);
    const mark = await lockOwnMark(db, scope, driver.id, id);
    if (mark.to !== null) throw new AppError('conflict', 'private-mark-ended');
    await endMark(db, actor, id, new Date());
    return mark.organisationId;
  });
}

/**
 * Takes an own mark back: its time counts as work, whatever the rule says.
 * @throws AppError `not-found` for a mark of others, `conflict` if another driver drove in the time, whose private time it may
 * be, the office or another driver marked a part of it, or it was taken back already
 */
export function takeBackOwnMark(
  database: Database,
  scope: Scope,
  actor: Actor,
  { userId, id }: { userId: number; id: number },
): Promise<PrivateMarking> {
  return inTransaction(database, async (db) => {
    const driver = await requireOwnDriver(db, scope, userId);
    const { vehicleId, organisationId, from, to } = await lockOwnMark(db, scope, driver.id, id);
    const now = new Date();
    const { rows } = await db.query<{ taken: boolean; decided: boolean; shared: boolean }>(
      `SELECT coalesce(bool_or(m.id > $2 AND m.driver_id = $3), false) AS taken,
              coalesce(bool_or(m.driver_id IS DISTINCT FROM $3), false) AS decided,
              EXISTS (SELECT FROM drivers_between($1, $4, $5) w WHERE w.driver_id <> $3
                AND w.to_time - w.from_time > make_interval(secs => ${TOLERANCE_S})) AS shared
       FROM private_marks m WHERE m.vehicle_id = $1 AND m.id <> $2 AND m.from_time < $5 AND coalesce(m.to_time, 'infinity') > $4`,
      [vehicleId, id, driver.id, from, to ?? now],
    );
    if (rows[0]?.decided) throw new AppError('conflict', 'own-time-office');
    if (rows[0]?.taken) throw new AppError('conflict', 'private-mark-ended');
    if (rows[0]?.shared) throw new AppError('conflict', 'own-trip-shared');
    const until = to ?? now;
    if (to === null) await endMark(db, actor, id, now);
    return addMark(db, actor, organisationId, { vehicleId, from, to: until, isPrivate: false, driverId: driver.id });
  });
}

/**
 * Ends open marks of drivers: with the next trip if they are of a trip, when somebody else drives the vehicle, and after the
 * longest time that a mark covers. Installations are read again after it.
 */
export function endOpenMarks(database: Database): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; at: Date }>(
      `SELECT m.id, ends.at FROM private_marks m
       CROSS JOIN LATERAL (SELECT least(
           (SELECT min(f.started_at) FROM trips f WHERE f.vehicle_id = m.vehicle_id AND f.started_at >= m.open_after),
           (SELECT min(w.from_time) FROM drivers_between(m.vehicle_id, coalesce(m.open_after, m.from_time), now()) w
             WHERE w.driver_id <> m.driver_id),
           m.from_time + make_interval(days => ${MAX_PRIVATE_DAYS})) AS at) ends
       WHERE m.to_time IS NULL AND m.driver_id IS NOT NULL AND ends.at <= now() ORDER BY m.id FOR UPDATE OF m SKIP LOCKED`,
    );
    for (const { id, at } of rows) await endMark(db, NOBODY, id, at);
  });
}

const NOBODY: Actor = { userId: null, username: null, address: null };
