import { POSITION_FLAG } from '@milepost/tracking/position';
import type { Queryable } from '../database.ts';
import { normalIdentity } from '../devices/identity.ts';

/** What a gateway holds of a device may be as old as this. */
const MARKS_FOR = '30 days';

/**
 * Those of these identities whose device may have been in private time lately, so that what it sent may tell a place of it: its
 * vehicle, also the last one that it was in, or organisation has a rule; a newer time of the vehicle is marked; or its newest
 * report was private. A deleted device counts as long as no other one has its identity.
 */
export async function findPrivateIdentities(
  db: Queryable,
  identities: readonly string[],
): Promise<ReadonlySet<string>> {
  // PostgreSQL does not accept NUL.
  const possible = identities.filter((identity) => !identity.includes('\0')).map(normalIdentity);
  if (possible.length === 0) return new Set();
  const { rows } = await db.query<{ identity: string; isPrivate: boolean }>(
    `SELECT DISTINCT ON (d.identity) d.identity,
       EXISTS (SELECT FROM private_rules p WHERE p.deleted_at IS NULL
          AND (p.vehicle_id = i.vehicle_id OR (p.vehicle_id IS NULL AND p.organisation_id = d.organisation_id)))
        OR EXISTS (SELECT FROM private_marks m WHERE m.vehicle_id = i.vehicle_id AND m.private
          AND coalesce(m.to_time, 'infinity') > now() - $2::interval)
        OR EXISTS (SELECT FROM device_states s WHERE s.device_id = d.id AND s.flags & ${POSITION_FLAG.private} <> 0)
        AS "isPrivate"
     FROM devices d
     LEFT JOIN LATERAL (SELECT vehicle_id FROM installations WHERE device_id = d.id
       ORDER BY removed_at DESC NULLS FIRST, installed_at DESC LIMIT 1) i ON true
     WHERE d.identity = ANY($1)
     ORDER BY d.identity, d.deleted_at DESC NULLS FIRST, d.id DESC`,
    [possible, MARKS_FOR],
  );
  return new Set(rows.flatMap(({ identity, isPrivate }) => (isPrivate ? identity : [])));
}
