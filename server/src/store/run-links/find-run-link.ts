import type { Queryable } from '../database.ts';
import { driversOf } from '../drivers/own-driver.ts';
import { linkEnd, type StoredLinkEnd } from '../link-end.ts';
import { isShownSql } from '../scope.ts';

/** A link found by its token. */
export interface FoundLink {
  id: number;
  organisationId: number;
  runId: number;
  /** The vehicle of the run. */
  vehicleId: number | null;
  /** Null for a driver's link. */
  outletId: number | null;
  expiresAt: Date;
  ended: StoredLinkEnd;
}

/**
 * How long after its expiry a link accepts entries that were made while it was valid: the phone may have been without a
 * network.
 */
export const SENT_LATER_MS = 2 * 86_400_000;

/**
 * SQL: true when the creator (`p`) of a link can change the run (`u`) at present. Checked for each request, as with
 * links to vehicles: a lost right also applies to existing links. A driver who opened their own run must still be its
 * driver.
 */
const MAY_LINK = `(p.disabled_at IS NULL AND (${isOwnRun('u', 'p')} OR ${mayChangeRun()}))`;

/** SQL: true when the run `u` is driven by the account `p`, whose role still shows the driver's own records. */
function isOwnRun(run: string, person: string): string {
  return `(l.outlet_id IS NULL AND ${run}.driver_id IN (${driversOf(`${person}.id`)})
    AND EXISTS (SELECT FROM role_permissions g JOIN menus m ON m.id = g.menu_id
      WHERE g.role_id = ${person}.role_id AND m.key = 'my-day' AND g.can_view))`;
}

function mayChangeRun(): string {
  return `(EXISTS (SELECT FROM role_permissions g JOIN menus m ON m.id = g.menu_id
    WHERE g.role_id = p.role_id AND m.key = 'routes' AND g.can_edit)
  AND EXISTS (WITH RECURSIVE above AS (
      SELECT o.id, o.parent_id FROM organisations o WHERE o.id = u.organisation_id
      UNION SELECT o.id, o.parent_id FROM organisations o JOIN above ON o.id = above.parent_id)
    SELECT FROM above WHERE above.id = p.organisation_id)
  AND CASE WHEN v.id IS NOT NULL THEN ${isShownSql('p', 'v')}
    ELSE NOT p.limited AND NOT EXISTS (SELECT FROM roles own WHERE own.id = p.role_id AND own.limited) END)`;
}

/**
 * The link of a token; null for an unknown one, if its stop was removed from the run, and while its creator lacks the
 * right.
 */
export async function findRunLink(
  db: Queryable,
  tokenHash: Buffer,
  of: 'driver' | 'customer',
): Promise<FoundLink | null> {
  const { rows } = await db.query<FoundLink>(
    `SELECT l.id, l.organisation_id AS "organisationId", l.run_id AS "runId", u.vehicle_id AS "vehicleId",
            l.outlet_id AS "outletId", l.expires_at AS "expiresAt",
            ${linkEnd('l')} AS ended
     FROM run_links l JOIN route_runs u ON u.id = l.run_id LEFT JOIN vehicles v ON v.id = u.vehicle_id
     LEFT JOIN users p ON p.id = l.created_by
     WHERE l.token_hash = $1 AND u.organisation_id = l.organisation_id AND (l.outlet_id IS NULL) = $2
       AND (l.outlet_id IS NULL OR EXISTS (
         SELECT FROM route_run_stops s WHERE s.run_id = u.id AND s.outlet_id = l.outlet_id))
       AND (p.id IS NULL OR ${MAY_LINK})`,
    [tokenHash, of === 'driver'],
  );
  const link = rows[0];
  if (!link) return null;
  if (link.ended === null) {
    await db.query(
      `UPDATE run_links SET last_used_at = now()
       WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
      [link.id],
    );
  }
  return link;
}
