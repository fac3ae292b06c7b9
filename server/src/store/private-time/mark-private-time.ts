import type { PrivateMark } from '@milepost/contract/private-time-operations';
import type { Coordinates } from '@milepost/tracking/geo';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { markLate } from '../facts/tracking-states.ts';
import type { Installation } from '../fleet/installations.ts';
import { firstRows, type Page } from '../page.ts';
import { checkQuota } from '../quotas.ts';
import { lockHolds, requireUnheldBetween } from '../retention/require-unheld.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { openRange, sealRange } from '../tracks/seal-range.ts';
import { hideFacts, removeFiles } from './hide-facts.ts';
import { readPlaceBefore } from './place-before.ts';
import { type SealedPlace, sealDeviceState } from './seal-device-state.ts';

/** A time of a vehicle to mark. */
export interface NewMark {
  vehicleId: number;
  from: Date;
  /** Exclusive; null for a time that goes on. */
  to: Date | null;
  isPrivate: boolean;
  /** The driver who marks it through the own account; left out: the office does. */
  driverId?: number;
  /** For a time that goes on: it ends when the first trip after this moment begins. Left out: when a person ends it. */
  openAfter?: Date;
}

/** A mark that was made. */
export interface PrivateMarking {
  mark: PrivateMark;
  /** The organisation of the vehicle, whose installations have to be read again. */
  organisationId: number;
  /** The devices whose present place was hidden. */
  devices: SealedPlace[];
}

const SELECT = `SELECT m.id, m.vehicle_id AS "vehicleId", v.registration, m.from_time AS "from", m.to_time AS "to",
    m.private AS "isPrivate", m.marked_at AS "markedAt", u.username AS "markedBy", d.name AS "driverName"
  FROM private_marks m JOIN vehicles v ON v.id = m.vehicle_id LEFT JOIN users u ON u.id = m.marked_by
    LEFT JOIN drivers d ON d.id = m.driver_id`;

interface MarkRow extends Omit<PrivateMark, 'from' | 'to' | 'markedAt'> {
  from: Date;
  to: Date | null;
  markedAt: Date;
}

const toMark = (row: MarkRow): PrivateMark => ({
  ...row,
  from: row.from.toISOString(),
  to: row.to?.toISOString() ?? null,
  markedAt: row.markedAt.toISOString(),
});

/** The marks of the scope, newest first. */
export async function listPrivateMarks(db: Queryable, scope: Scope): Promise<Page<PrivateMark>> {
  const { rows, total } = await firstRows<MarkRow>(
    db,
    `${SELECT} WHERE m.organisation_id = ANY($1) ORDER BY m.id DESC`,
    [scope.organisationIds],
  );
  return { rows: rows.map(toMark), total };
}

/**
 * Marks a past time of a vehicle as private or as work: seals or opens what is stored of it, and has the facts of the
 * vehicle recomputed from its beginning on. It takes precedence over working hours, the button of the device, and
 * earlier marks.
 * @throws AppError `not-found` outside the scope, `invalid` for a time to come, `conflict` for a private time of which a
 * legal hold covers a part
 */
export function markPrivateTime(
  database: Database,
  scope: Scope,
  actor: Actor,
  wanted: NewMark & { to: Date },
): Promise<PrivateMarking> {
  if (wanted.to.getTime() > Date.now()) throw fieldError('invalid', { to: 'moment-to-come' });
  return inTransaction(database, async (db) => {
    await lockHolds(db);
    const organisationId = await lockVehicle(db, scope, wanted.vehicleId);
    if (wanted.isPrivate) await requireUnheldBetween(db, wanted.vehicleId, wanted.from, wanted.to);
    return addMark(db, actor, organisationId, wanted);
  });
}

/** Reports may be dated somewhat ahead of the server's clock. */
const AHEAD_MS = 86_400_000;

/**
 * Adds a mark to a vehicle that is locked, and applies it to what is stored. Holds are checked before.
 * @throws AppError `conflict` if the vehicle or the driver has too many marks
 */
export async function addMark(
  db: Queryable,
  actor: Actor,
  organisationId: number,
  { vehicleId, from, to, isPrivate, driverId, openAfter }: NewMark,
): Promise<PrivateMarking> {
  const markId = await audited(db, actor, { subject: 'private-mark', id: null, action: 'create' }, async () => {
    const made = await db.query<{ id: number }>(
      `INSERT INTO private_marks (organisation_id, vehicle_id, from_time, to_time, private, marked_by, driver_id, open_after)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [organisationId, vehicleId, from, to, isPrivate, actor.userId, driverId ?? null, openAfter ?? null],
    );
    return onlyRow(made).id;
  });
  await checkQuota(db, 'private-mark', vehicleId);
  if (driverId !== undefined) await checkQuota(db, 'own-mark', driverId);
  const devices: SealedPlace[] = [];
  const place = isPrivate ? await readPlaceBefore(db, vehicleId, from) : null;
  const end = to ?? new Date(Date.now() + AHEAD_MS);
  for (const { id, deviceId, since, until, isOwn } of await listInstallationsIn(db, vehicleId, from, end)) {
    const span = { deviceId, installationId: id, from: since.getTime(), to: until.getTime() };
    if (isOwn) await applyMark(db, span, isPrivate, place);
    else if (isPrivate) await hideFacts(db, span, place);
    if (isPrivate) await removeFiles(db, span);
    await markLate(db, id, since.getTime());
    if (!isOwn) continue;
    const sealed = { deviceId, from: span.from, to: span.to, place };
    if (isPrivate && (await sealDeviceState(db, sealed))) devices.push(sealed);
  }
  return { mark: await getMark(db, markId), organisationId, devices };
}

/**
 * Ends an open mark of the office's scope now.
 * @throws AppError `not-found` outside the scope, `conflict` for one that has ended
 */
export function endPrivateMark(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
): Promise<Pick<PrivateMarking, 'mark' | 'organisationId'>> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ organisationId: number; ended: boolean }>(
      `SELECT m.organisation_id AS "organisationId", m.to_time IS NOT NULL AS ended FROM private_marks m
       WHERE m.id = $1 AND m.organisation_id = ANY($2) FOR UPDATE`,
      [id, scope.organisationIds],
    );
    if (!rows[0]) throw new AppError('not-found', 'no-private-mark');
    if (rows[0].ended) throw new AppError('conflict', 'private-mark-ended');
    const { organisationId } = rows[0];
    return { mark: await endMark(db, actor, id, new Date()), organisationId };
  });
}

/** Ends a mark that is locked. What was reported until now stays sealed. */
export async function endMark(db: Queryable, actor: Actor, id: number, at: Date): Promise<PrivateMark> {
  await audited(db, actor, { subject: 'private-mark', id, action: 'end' }, async () => {
    await db.query(
      `UPDATE private_marks SET to_time = greatest($2, from_time + interval '1 millisecond') WHERE id = $1`,
      [id, at],
    );
    return id;
  });
  return getMark(db, id);
}

const getMark = async (db: Queryable, id: number): Promise<PrivateMark> =>
  toMark(onlyRow(await db.query<MarkRow>(`${SELECT} WHERE m.id = $1`, [id])));

/**
 * Applies marks again to an installation once they are known where reports are written: until then, reports of the time
 * may have been stored as if they were not marked. Call it in the write queue.
 * @returns the times that became private, for the newest places in memory
 */
export function applyMarks(
  database: Database,
  installation: Installation,
  marks: readonly { from: number; to: number | null; isPrivate: boolean }[],
): Promise<SealedPlace[]> {
  const { id: installationId, deviceId, vehicleId } = installation;
  return inTransaction(database, async (db) => {
    const sealed: SealedPlace[] = [];
    for (const { from, to, isPrivate } of marks) {
      const span = {
        deviceId,
        installationId,
        from: Math.max(from, installation.from),
        to: Math.min(to ?? Date.now() + AHEAD_MS, installation.to ?? Infinity),
      };
      if (span.to <= span.from) continue;
      const place = isPrivate ? await readPlaceBefore(db, vehicleId, new Date(from)) : null;
      await applyMark(db, span, isPrivate, place);
      if (isPrivate) sealed.push({ deviceId, from: span.from, to: span.to, place });
    }
    return sealed;
  });
}

/** Times are epoch milliseconds. */
async function applyMark(
  db: Queryable,
  { deviceId, installationId, from, to }: { deviceId: number; installationId: number; from: number; to: number },
  isPrivate: boolean,
  place: Coordinates | null,
): Promise<void> {
  const range = { deviceId, from: from * 1000, to: to * 1000 };
  if (!isPrivate) {
    await openRange(db, range);
    return;
  }
  await sealRange(db, range, place);
  await hideFacts(db, { installationId, from, to }, place);
}

async function lockVehicle(db: Queryable, scope: Scope, vehicleId: number): Promise<number> {
  const { rows } = await db.query<{ organisationId: number }>(
    `SELECT v.organisation_id AS "organisationId" FROM vehicles v
     WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)} FOR UPDATE`,
    [vehicleId, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-vehicle');
  return rows[0].organisationId;
}

/**
 * The installations in the vehicle within the time, with the part of it that each covers. Those of other records over the
 * same reports follow each: the past of a vehicle that moved with it is also that of its record in the former
 * organisation, and the other way round.
 */
async function listInstallationsIn(db: Queryable, vehicleId: number, from: Date, to: Date) {
  const { rows } = await db.query<{ id: number; deviceId: number; since: Date; until: Date; isOwn: boolean }>(
    `SELECT i.id, i.device_id AS "deviceId", i.vehicle_id = $1 AS "isOwn",
            greatest(mine.installed_at, i.installed_at, $2::timestamptz) AS since,
            least(mine.removed_at, i.removed_at, $3::timestamptz) AS until
     FROM installations mine JOIN installations i ON i.device_id = mine.device_id
     WHERE mine.vehicle_id = $1 AND (i.id = mine.id OR i.vehicle_id <> $1)
       AND greatest(mine.installed_at, i.installed_at, $2) < least(mine.removed_at, i.removed_at, $3)
     ORDER BY i.device_id, "isOwn" DESC, since`,
    [vehicleId, from, to],
  );
  return rows;
}
