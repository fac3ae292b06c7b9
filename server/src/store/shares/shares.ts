import { fault } from '@milepost/contract/fault';
import type { Share, SharedVehicle } from '@milepost/contract/share-operations';
import { POSITION_FLAG } from '@milepost/tracking/position';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { type DeviceState, loadDeviceStates } from '../devices/device-states.ts';
import { linkEnd, type StoredLinkEnd } from '../link-end.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, isShownSql, type Scope } from '../scope.ts';
import { lockVehicle } from '../fleet/vehicles.ts';
import { firstRows, type Page } from '../page.ts';
import { readOpenStops } from '../facts/open-stops.ts';

interface ShareRow extends Omit<Share, 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

const SELECT = `SELECT s.id, s.vehicle_id AS "vehicleId", v.registration, s.note, s.created_at AS "createdAt",
    u.display_name AS "createdBy", s.expires_at AS "expiresAt", s.last_used_at AS "lastUsedAt"
  FROM shares s JOIN vehicles v ON v.id = s.vehicle_id LEFT JOIN users u ON u.id = s.created_by`;

const toShare = (row: ShareRow): Share => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

export interface NewShare {
  vehicleId: number;
  tokenHash: Buffer;
  hours: number;
  note: string | null;
}

/** Creates a link, and deletes those that expired more than a month ago. @throws AppError `not-found` */
export function createShare(database: Database, scope: Scope, actor: Actor, share: NewShare): Promise<Share> {
  return inTransaction(database, async (db) => {
    const organisationId = await lockVehicle(db, scope, share.vehicleId);
    await db.query(`DELETE FROM shares WHERE organisation_id = $1 AND expires_at < now() - interval '31 days'`, [
      organisationId,
    ]);
    const id = await audited(db, actor, { subject: 'share', id: null, action: 'create' }, async () => {
      const made = await db.query<{ id: number }>(
        `INSERT INTO shares (organisation_id, vehicle_id, token_hash, note, created_by, expires_at)
         VALUES ($1, $2, $3, $4, $5, now() + make_interval(hours => $6)) RETURNING id`,
        [organisationId, share.vehicleId, share.tokenHash, share.note, actor.userId, share.hours],
      );
      return onlyRow(made).id;
    });
    await checkNumber(db, share.vehicleId);
    return toShare(onlyRow(await db.query<ShareRow>(`${SELECT} WHERE s.id = $1`, [id])));
  });
}

/** More links could not be kept track of. */
const MAX_LINKS = 100;

async function checkNumber(db: Queryable, vehicleId: number): Promise<void> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM shares WHERE vehicle_id = $1 AND revoked_at IS NULL AND expires_at > now()',
    [vehicleId],
  );
  if ((rows[0]?.count ?? 0) <= MAX_LINKS) return;
  throw new AppError('conflict', fault('most-links', { most: MAX_LINKS }));
}

/** Links that were not revoked, newest first; including those that are refused while their creator lacks the right. */
export async function listShares(db: Queryable, scope: Scope, vehicleId: number | null): Promise<Page<Share>> {
  const { rows, total } = await firstRows<ShareRow>(
    db,
    `${SELECT} WHERE s.organisation_id = ANY($1) AND v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)}
       AND s.revoked_at IS NULL AND s.expires_at > now() AND ($2::int IS NULL OR s.vehicle_id = $2)
     ORDER BY s.id DESC`,
    [scope.organisationIds, vehicleId],
  );
  return { rows: rows.map(toShare), total };
}

/** @throws AppError `not-found` outside the scope */
export async function revokeShare(database: Database, scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(database, async (db) => {
    const { rowCount } = await db.query(
      `SELECT FROM shares WHERE id = $1 AND organisation_id = ANY($2) AND revoked_at IS NULL
         ${andSeen(scope, 'vehicle_id')} FOR UPDATE`,
      [id, scope.organisationIds],
    );
    if (rowCount !== 1) throw new AppError('not-found', 'no-link');
    await endLocked(db, actor, id);
  });
}

/** Revokes every link that a user created. */
export async function endSharesOf(db: Queryable, actor: Actor, userId: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM shares WHERE created_by = $1 AND revoked_at IS NULL AND expires_at > now() ORDER BY id FOR UPDATE',
    [userId],
  );
  for (const { id } of rows) await endLocked(db, actor, id);
}

const endLocked = (db: Queryable, actor: Actor, id: number) =>
  audited(db, actor, { subject: 'share', id, action: 'end' }, async () => {
    await db.query('UPDATE shares SET revoked_at = now() WHERE id = $1', [id]);
    return id;
  });

export interface FoundShare {
  registration: string;
  /** The time zone of the vehicle's organisation. */
  timeZone: string;
  expiresAt: Date;
  ended: StoredLinkEnd;
  /** The newest state of the device in the vehicle; null before its first contact there. */
  state: DeviceState | null;
  /** The start of the present stop. */
  stopSince?: number | undefined;
}

/**
 * SQL: true when the creator (`u`) of a link can share the vehicle (`v`) at present. Checked for each request: a right
 * lost by a change of role, by a move or by disabling the account also applies to existing links.
 */
const MAY_SHARE = `(u.disabled_at IS NULL
  AND EXISTS (SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
    WHERE p.role_id = u.role_id AND m.key = 'live-map' AND p.can_create)
  AND EXISTS (WITH RECURSIVE above AS (
      SELECT o.id, o.parent_id FROM organisations o WHERE o.id = v.organisation_id
      UNION SELECT o.id, o.parent_id FROM organisations o JOIN above ON o.id = above.parent_id)
    SELECT FROM above WHERE above.id = u.organisation_id))`;

/**
 * The link of a token with its content; null for an unknown one, or if its vehicle was deleted or the creator can no
 * longer see it.
 */
export async function findShare(db: Queryable, tokenHash: Buffer): Promise<FoundShare | null> {
  const { rows } = await db.query<{
    id: number;
    registration: string;
    timeZone: string;
    expiresAt: Date;
    ended: FoundShare['ended'];
    deviceId: number | null;
    installedAt: Date | null;
    vehicleId: number;
  }>(
    `SELECT s.id, v.id AS "vehicleId", v.registration, o.time_zone AS "timeZone", s.expires_at AS "expiresAt", i.device_id AS "deviceId",
            i.installed_at AS "installedAt",
            ${linkEnd('s')} AS ended
     FROM shares s JOIN vehicles v ON v.id = s.vehicle_id JOIN organisations o ON o.id = v.organisation_id
     LEFT JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL
     LEFT JOIN users u ON u.id = s.created_by
     WHERE s.token_hash = $1 AND v.deleted_at IS NULL AND v.organisation_id = s.organisation_id
       AND (u.id IS NULL OR (${isShownSql('u', 'v')} AND ${MAY_SHARE}))`,
    [tokenHash],
  );
  const share = rows[0];
  if (!share) return null;
  const { registration, timeZone, expiresAt, ended } = share;
  const shown = { registration, timeZone, expiresAt, ended };
  if (ended !== null) return { ...shown, state: null };
  await db.query(
    `UPDATE shares SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [share.id],
  );
  const states = share.deviceId === null ? [] : await loadDeviceStates(db, [share.deviceId]);
  const state = states[0] ?? null;
  // Data of the device from another vehicle must not be shown.
  const since = share.installedAt?.getTime() ?? Infinity;
  if (state === null || state.heardAt < since) return { ...shown, state: null };
  // The device made contact in this vehicle but has no fix there yet: the known fix belongs to another vehicle.
  const elsewhere = state.fixTime !== null && state.fixTime < since;
  const stopSince = (await readOpenStops(db, [share.vehicleId])).get(share.vehicleId);
  return { ...shown, stopSince, state: elsewhere ? { ...state, lat: null, lon: null } : state };
}

export const isPrivateState = ({ flags }: Pick<DeviceState, 'flags'>): boolean => (flags & POSITION_FLAG.private) !== 0;

/** The vehicle's position, without other data of its device; null in private time. */
export function sharedPosition(state: DeviceState | null): SharedVehicle['position'] {
  if (!state || state.lat === null || state.lon === null || state.fixTime === null) return null;
  if (isPrivateState(state)) return null;
  const { lat, lon, speedKph, courseDeg, fixTime } = state;
  return { lat, lon, speedKph, courseDeg, fixTime: new Date(fixTime).toISOString() };
}
