import { fault } from '@milepost/contract/fault';
import type { RunLink } from '@milepost/contract/run-link-operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { firstRows, type Page } from '../page.ts';
import { getRunOf } from './run-of.ts';
import { onlyRow } from '../rows.ts';
import { lockRun } from '../routes/route-runs.ts';
import { andSeen, type Scope } from '../scope.ts';

interface LinkRow extends Omit<RunLink, 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

const SELECT = `SELECT l.id, CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'name', o.name) END AS outlet,
    l.created_at AS "createdAt", p.display_name AS "createdBy", l.expires_at AS "expiresAt", l.last_used_at AS "lastUsedAt"
  FROM run_links l LEFT JOIN outlets o ON o.id = l.outlet_id LEFT JOIN users p ON p.id = l.created_by`;

const toLink = (row: LinkRow): RunLink => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** A driver may return late and make the last entries then; a customer can look until the end of the day. */
const DRIVER_MORE = `interval '12 hours'`;
const CUSTOMER_MORE = `interval '2 hours'`;
/** The links for one driver or one stop; more could not be kept track of. */
const MAX_LINKS = 20;

interface NewLink {
  runId: number;
  /** Null for a driver's link. */
  outletId: number | null;
  tokenHash: Buffer;
}

/**
 * Creates a link that expires some hours after the run's day, and deletes those that expired more than a month ago.
 * @throws AppError `not-found` outside the scope, or for a stop that is not on the run; `conflict` after the day
 */
export function createRunLink(database: Database, scope: Scope, actor: Actor, link: NewLink): Promise<RunLink> {
  return inTransaction(database, async (db) => {
    const { organisationId } = await lockRun(db, scope, link.runId);
    if (link.outletId !== null) await requireStop(db, link.runId, link.outletId);
    await db.query(`DELETE FROM run_links WHERE organisation_id = $1 AND expires_at < now() - interval '31 days'`, [
      organisationId,
    ]);
    const id = await audited(db, actor, { subject: 'run-link', id: null, action: 'create' }, async () => {
      const made = await db.query<{ id: number }>(
        `INSERT INTO run_links (organisation_id, run_id, outlet_id, token_hash, created_by, expires_at)
         SELECT u.organisation_id, u.id, $2, $3, $4,
           greatest((u.day + 1)::timestamp AT TIME ZONE o.time_zone, u.ends_at)
             + CASE WHEN $2::int IS NULL THEN ${DRIVER_MORE} ELSE ${CUSTOMER_MORE} END
         FROM route_runs u JOIN organisations o ON o.id = u.organisation_id WHERE u.id = $1 RETURNING id`,
        [link.runId, link.outletId, link.tokenHash, actor.userId],
      );
      return onlyRow(made).id;
    });
    const made = toLink(onlyRow(await db.query<LinkRow>(`${SELECT} WHERE l.id = $1`, [id])));
    if (Date.parse(made.expiresAt) <= Date.now()) throw new AppError('conflict', 'run-over');
    await checkNumber(db, link);
    return made;
  });
}

async function requireStop(db: Queryable, runId: number, outletId: number): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM route_run_stops WHERE run_id = $1 AND outlet_id = $2', [
    runId,
    outletId,
  ]);
  if (rowCount !== 1) throw new AppError('not-found', 'stop-gone');
}

async function checkNumber(db: Queryable, { runId, outletId }: NewLink): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM run_links WHERE run_id = $1 AND outlet_id IS NOT DISTINCT FROM $2 AND revoked_at IS NULL
       AND expires_at > now()`,
    [runId, outletId],
  );
  if ((rowCount ?? 0) <= MAX_LINKS) return;
  throw new AppError('conflict', fault('most-run-links', { most: MAX_LINKS }));
}

/** The valid links of a run, the driver's first. @throws AppError `not-found` outside the scope */
export async function listRunLinks(db: Queryable, scope: Scope, runId: number): Promise<Page<RunLink>> {
  await getRunOf(db, scope, runId);
  const { rows, total } = await firstRows<LinkRow>(
    db,
    `${SELECT} WHERE l.run_id = $1 AND l.revoked_at IS NULL AND l.expires_at > now()
     ORDER BY l.outlet_id IS NOT NULL, l.id DESC`,
    [runId],
  );
  return { rows: rows.map(toLink), total };
}

/** @throws AppError `not-found` outside the scope */
export async function revokeRunLink(database: Database, scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(database, async (db) => {
    const { rowCount } = await db.query(
      `SELECT FROM run_links l JOIN route_runs u ON u.id = l.run_id
       WHERE l.id = $1 AND u.organisation_id = ANY($2) AND l.revoked_at IS NULL${andSeen(scope, 'u.vehicle_id')}
       FOR UPDATE OF l`,
      [id, scope.organisationIds],
    );
    if (rowCount !== 1) throw new AppError('not-found', 'no-link');
    await endLocked(db, actor, id);
  });
}

/** The links of a driver who opens their own run repeatedly; the newest are kept, for this phone and others. */
const MAX_OWN_LINKS = 5;

/** Revokes the oldest of a user's driver links to a run, so that another one can be created. */
export async function makeRoomForOwnLink(
  database: Database,
  actor: Actor,
  runId: number,
  userId: number,
): Promise<void> {
  await inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number }>(
      `SELECT id FROM run_links WHERE run_id = $1 AND created_by = $2 AND outlet_id IS NULL AND revoked_at IS NULL
         AND expires_at > now() ORDER BY id DESC OFFSET ${MAX_OWN_LINKS - 1} FOR UPDATE`,
      [runId, userId],
    );
    for (const { id } of rows) await endLocked(db, actor, id);
  });
}

/** Revokes every link that a user created. */
export async function endRunLinksOf(db: Queryable, actor: Actor, userId: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM run_links WHERE created_by = $1 AND revoked_at IS NULL AND expires_at > now()
     ORDER BY id FOR UPDATE`,
    [userId],
  );
  for (const { id } of rows) await endLocked(db, actor, id);
}

const endLocked = (db: Queryable, actor: Actor, id: number) =>
  audited(db, actor, { subject: 'run-link', id, action: 'end' }, async () => {
    await db.query('UPDATE run_links SET revoked_at = now() WHERE id = $1', [id]);
    return id;
  });
