import type { Queryable } from '../database.ts';
import { driversOf } from '../drivers/own-driver.ts';
import { linkEnd, type StoredLinkEnd } from '../link-end.ts';
import { isShownSql } from '../scope.ts';

/** A link that was found by its token. */
export interface FoundLink {
  id: number;
  organisationId: number;
  runId: number;
  /** Of the run. */
  vehicleId: number | null;
  /** Null: of the driver. */
  outletId: number | null;
  expiresAt: Date;
  ended: StoredLinkEnd;
}

/** What was said while the link worked is taken for so long after it: a phone may have been without a network. */
export const SENT_LATER_MS = 2 * 86_400_000;

/**
 * SQL: whether the maker (`p`) of a link may change the run (`u`) now. Asked each time, as of links to vehicles: a right
 * that was lost is lost for the links as well. A driver who opened the own run needs to be its driver still.
 */
const MAY_LINK = `(p.disabled_at IS NULL AND (${isOwnRun('u', 'p')} OR ${mayChangeRun()}))`;

/** SQL: whether the run `u` is of a driver whose account is `p`, and the role still shows what is the person's own. */
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

/** The link of a token; null where there is none, where its stop is no more on the run, and while its maker may not. */
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
