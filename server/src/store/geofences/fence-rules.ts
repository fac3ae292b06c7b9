import type { AlarmCondition } from '@milepost/tracking/alarm-rule';
import type { Severity } from '@milepost/contract/fact-operations';
import { holdsSince } from '../alarm-rules/holds-since.ts';
import type { Queryable } from '../database.ts';
import type { FenceFields } from './write-fence.ts';

/** When visits of a geofence raise alarms. */
export interface FenceAlarms {
  alarmEnter: boolean;
  alarmExit: boolean;
  alarmDwellS: number | null;
  alarmSeverity: Severity;
}

const HOLDS_SINCE = holdsSince({
  condition: '$3',
  schedule: '$5',
  allVehicles: '$6',
  vehicleIds: '$7',
  groupIds: '$8',
  vehicleTypes: `'{}'`,
  enabled: 'true',
});

type GeofenceCondition = AlarmCondition & { kind: 'geofenceEnter' | 'geofenceExit' | 'geofenceDwell' };

const NAMES = { geofenceEnter: 'Entered', geofenceExit: 'Left', geofenceDwell: 'Stayed in' } as const;

function conditionsOf(fenceId: number, alarms: FenceAlarms): GeofenceCondition[] {
  const fenceIds = [fenceId];
  const { alarmEnter, alarmExit, alarmDwellS } = alarms;
  return [
    ...(alarmEnter ? [{ kind: 'geofenceEnter', fenceIds } as const] : []),
    ...(alarmExit ? [{ kind: 'geofenceExit', fenceIds } as const] : []),
    ...(alarmDwellS === null ? [] : [{ kind: 'geofenceDwell', fenceIds, afterS: alarmDwellS } as const]),
  ];
}

/**
 * Updates the rules of a geofence from its form: one for each kind of alarm, for the vehicles of the geofence, in its
 * hours. Existing rules keep their id, and so their alarms and changed channels; returns the deleted ones.
 */
export async function putFenceRules(
  db: Queryable,
  organisationId: number,
  fenceId: number,
  fields: FenceFields,
  alarms: FenceAlarms,
): Promise<number[]> {
  const { rows } = await db.query<{ id: number; kind: string }>(
    `SELECT id, condition ->> 'kind' AS kind FROM alarm_rules WHERE fence_id = $1 AND deleted_at IS NULL
     ORDER BY enabled DESC, id FOR UPDATE`,
    [fenceId],
  );
  const retained = new Set<number>();
  for (const condition of conditionsOf(fenceId, alarms)) {
    const values = [
      `${NAMES[condition.kind]} ${fields.name}`,
      JSON.stringify(condition),
      alarms.alarmSeverity,
      fields.schedule && JSON.stringify(fields.schedule),
      fields.vehicleIds.length === 0 && fields.groupIds.length === 0,
      fields.vehicleIds,
      fields.groupIds,
    ];
    const old = rows.find(({ kind }) => kind === condition.kind);
    if (old) {
      retained.add(old.id);
      await db.query(
        `UPDATE alarm_rules SET name = $2, condition = $3, severity = $4, schedule = $5, all_vehicles = $6,
           vehicle_ids = $7, group_ids = $8, enabled = true, updated_at = now(), version = version + 1,
           holds_since = ${HOLDS_SINCE}
         WHERE id = $1`,
        [old.id, ...values],
      );
    } else {
      await db.query(
        `INSERT INTO alarm_rules (organisation_id, fence_id, channels, name, condition, severity, schedule, all_vehicles,
           vehicle_ids, group_ids, holds_since) VALUES ($1, $2, '{"bell": true}', $3, $4, $5, $6, $7, $8, $9, now())`,
        [organisationId, fenceId, ...values],
      );
    }
  }
  const gone = rows.map(({ id }) => id).filter((id) => !retained.has(id));
  await db.query(
    'UPDATE alarm_rules SET deleted_at = now(), enabled = false, version = version + 1 WHERE id = ANY($1)',
    [gone],
  );
  return gone;
}
