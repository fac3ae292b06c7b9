/**
 * SQL of one row with the fuel in the tanks of a vehicle at a given time, `litres`, and the number of `tanks`: for each
 * fuel level sensor, the last smoothed level up to then, at most a week old; null without one. The smoothed level lags:
 * at a fill-up or drain, the level found before it is used (if it begins at that time) or after it (if it ended within
 * the five minutes before).
 * @param vehicle, moment SQL expressions
 */
export const tankLevelAt = (vehicle: string, moment: string): string => `(
  SELECT sum(coalesce(changed.litres, level.litres)) AS litres, count(*) AS tanks
  FROM (SELECT DISTINCT x.sensor_id FROM sensor_readings x JOIN sensors k ON k.id = x.sensor_id
        WHERE x.vehicle_id = ${vehicle} AND k.kind = 'fuelLevel' AND x.started_at <= ${moment}
          AND x.started_at > ${moment} - interval '7 days') tank
  LEFT JOIN LATERAL (
    SELECT (SELECT u.litres FROM unnest(x.offsets, x.readings) AS u (ms, litres)
            WHERE x.started_at + u.ms * interval '1 ms' <= ${moment} ORDER BY u.ms DESC LIMIT 1) AS litres
    FROM sensor_readings x
    WHERE x.vehicle_id = ${vehicle} AND x.sensor_id = tank.sensor_id AND x.started_at <= ${moment}
    ORDER BY x.started_at DESC LIMIT 1) level ON true
  LEFT JOIN LATERAL (
    SELECT CASE WHEN c.started_at = ${moment} THEN c.before_l ELSE c.after_l END AS litres
    FROM fuel_changes c
    WHERE c.vehicle_id = ${vehicle} AND c.sensor_id = tank.sensor_id AND level.litres IS NOT NULL
      AND c.started_at > ${moment} - interval '1 day' AND c.started_at <= ${moment}
      AND (c.started_at = ${moment} OR (c.ended_at <= ${moment} AND c.ended_at > ${moment} - interval '5 minutes'))
    ORDER BY c.started_at DESC LIMIT 1) changed ON true)`;
