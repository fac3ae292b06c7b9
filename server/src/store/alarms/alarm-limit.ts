import { isCommon } from '../common-records.ts';
import type { VehicleLimit } from '../scope.ts';

/**
 * SQL after `alarms a` and `alarm_rules r`: joins the subject of an alarm as `said`. An alarm about geofences stores
 * its geofence. If a rule uses the speed limit of the location, the limit and its geofence come from the overspeed
 * episode in which the alarm began, for old alarms as well. The limit of a road is stored with the alarm.
 */
export const WITH_LIMIT = `LEFT JOIN LATERAL (
    SELECT CASE WHEN r.condition->>'kind' LIKE 'geofence%' AND a.about ~ '^[0-9]{1,9}$' THEN a.about::int
                ELSE o.fence_id END AS fence_id,
           CASE WHEN r.condition->>'kind' = 'overspeed'
                THEN coalesce((r.condition->>'limitKph')::float8, o.limit_kph::numeric::float8)
                WHEN r.condition->>'kind' = 'roadSpeed' AND a.about ~ '^[0-9]{1,3}$' THEN a.about::float8 END AS limit_kph
    FROM (SELECT) one LEFT JOIN LATERAL (
      SELECT newest.fence_id, newest.limit_kph
      FROM (SELECT s.fence_id, s.limit_kph, s.ended_at FROM overspeeds s
            WHERE r.condition->>'kind' = 'overspeed' AND r.condition->>'limitKph' IS NULL
              AND s.vehicle_id = a.vehicle_id AND s.installation_id = a.installation_id
              AND s.started_at <= a.started_at
            ORDER BY s.started_at DESC LIMIT 1) newest
      WHERE newest.ended_at IS NULL OR newest.ended_at >= a.started_at) o ON true
  ) said ON true
  LEFT JOIN geofences f ON f.id = said.fence_id`;

/**
 * The relation of an alarm's geofence to its vehicle: it concerns that vehicle (or there is no geofence), every
 * vehicle, or other vehicles.
 */
export type FenceOf = 'vehicle' | 'all' | 'others';

/** SQL of this relation for the vehicle `v`. */
export const FENCE_OF = `CASE WHEN f.id IS NULL OR v.id = ANY(f.vehicle_ids) OR v.group_id = ANY(f.group_ids) THEN 'vehicle'
  WHEN ${isCommon('f')} THEN 'all' ELSE 'others' END`;

/** True when the geofence's name can be shown with the alarm, by the rules of `andSeenFence`. */
export const isFenceNameShown = (limit: Pick<VehicleLimit, 'common'> | null, of: FenceOf): boolean =>
  limit === null || of === 'vehicle' || (of === 'all' && limit.common);
