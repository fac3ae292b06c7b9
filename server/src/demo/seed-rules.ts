import type { Queryable } from '../store/database.ts';
import { insertFence } from '../store/geofences/write-fence.ts';
import { demoFences } from './demo-fences.ts';
import { demoRules } from './demo-rules.ts';

/** The time zone of the demo's organisation. */
const TIME_ZONE = 'America/Montevideo';

/** Gives the demo's organisation its time zone, geofences and rules. @param groups ids of its groups by name */
export async function seedRules(
  db: Queryable,
  organisationId: number,
  depots: readonly { name: string; lat: number; lon: number }[],
  groups: ReadonlyMap<string, number>,
): Promise<void> {
  await db.query(`UPDATE organisations SET time_zone = $2 WHERE id = $1 AND time_zone = 'UTC'`, [
    organisationId,
    TIME_ZONE,
  ]);
  const byTag = new Map<string, number[]>();
  const [, , third] = groups.values();
  for (const fence of demoFences(depots)) {
    // A route is driven by one group only; for all others it is an ordinary street.
    const groupIds = fence.tags.includes('route') && third !== undefined ? [third] : [];
    const id = await insertFence(db, organisationId, { ...fence, groupIds });
    for (const tag of fence.tags) byTag.set(tag, [...(byTag.get(tag) ?? []), id]);
  }
  for (const rule of demoRules((tag) => byTag.get(tag) ?? [], [...groups.keys()])) {
    const groupId = rule.group === null ? undefined : groups.get(rule.group);
    await db.query(
      `INSERT INTO alarm_rules (organisation_id, name, condition, severity, schedule, cool_down_s, all_vehicles,
         group_ids, channels)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        organisationId,
        rule.name,
        JSON.stringify(rule.condition),
        rule.severity,
        rule.schedule && JSON.stringify(rule.schedule),
        rule.coolDownS,
        groupId === undefined,
        groupId === undefined ? [] : [groupId],
        JSON.stringify({ userIds: [], everyone: rule.rings, bell: true, push: rule.rings, mail: false }),
      ],
    );
  }
}
