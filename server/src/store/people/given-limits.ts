import { type Actor, audited } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { endLinksAround } from './password-links.ts';
import { deleteNotices } from './vehicle-limits.ts';

/** SQL: true when the giver of a limit can see a group, or a vehicle, within their own limit and the role's. */
const shownGroup = `(NOT giver.limited OR given = ANY(giver.limit_group_ids))
        AND (NOT role.limited OR given = ANY(role.limit_group_ids))`;
const inGroups = (groups: string) =>
  `EXISTS (SELECT FROM vehicles v WHERE v.id = given AND v.group_id = ANY(${groups}))`;
const shownVehicle = `(NOT giver.limited OR given = ANY(giver.limit_vehicle_ids) OR ${inGroups('giver.limit_group_ids')})
        AND (NOT role.limited OR ${inGroups('role.limit_group_ids')})`;

/** The reduced form of limits that a limited person gave and that now exceed that person's own. */
const EXCEEDING = `
  SELECT id, groups, vehicles, common FROM (
    SELECT u.id, u.limit_group_ids, u.limit_vehicle_ids, u.limit_common,
      u.limit_common AND (NOT giver.limited OR giver.limit_common) AND (NOT role.limited OR role.limit_common) AS common,
      ARRAY(SELECT given FROM unnest(u.limit_group_ids) given WHERE ${shownGroup} ORDER BY 1) AS groups,
      ARRAY(SELECT given FROM unnest(u.limit_vehicle_ids) given WHERE ${shownVehicle} ORDER BY 1) AS vehicles
    FROM users u JOIN users giver ON giver.id = u.limit_given_by JOIN roles role ON role.id = giver.role_id
    WHERE u.limited AND (giver.limited OR role.limited)
  ) given WHERE (limit_group_ids, limit_vehicle_ids, limit_common) IS DISTINCT FROM (groups, vehicles, common) ORDER BY id`;

/**
 * Reduces the limits that a limited person gave to others to what that person can still see: otherwise access could be
 * kept through an account of one's own making. Called after such a person's limit changed, and after a vehicle left its
 * group.
 * @returns the users whose limit was reduced
 */
export async function narrowGivenLimits(db: Queryable, actor: Actor): Promise<number[]> {
  const narrowed = new Set<number>();
  // Users with reduced limits may have given limits to others. The loop ends, since each round reduces some.
  for (;;) {
    const { rows } = await db.query<{ id: number; groups: number[]; vehicles: number[]; common: boolean }>(EXCEEDING);
    if (rows.length === 0) break;
    for (const { id, groups, vehicles, common } of rows) {
      await audited(db, actor, { subject: 'user', id, action: 'change' }, async () => {
        await db.query(
          `UPDATE users SET limit_group_ids = $2, limit_vehicle_ids = $3, limit_common = $4, version = version + 1
           WHERE id = $1`,
          [id, groups, vehicles, common],
        );
        return id;
      });
      await deleteNotices(db, [id]);
      narrowed.add(id);
    }
  }
  if (narrowed.size > 0) await endLinksAround(db, [...narrowed]);
  return [...narrowed];
}
