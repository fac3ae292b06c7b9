import { driverAt } from '../../../store/drivers/who-drove.ts';
import { beginsWithinSql } from '../../../store/facts/overlapping.ts';
import { tankLevelAt } from '../../../store/facts/tank-levels.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** Metres. On a shorter distance the error of the sensor exceeds the consumption. */
const MIN_M = 20_000;
/** The time after a stop until the fuel has settled, when the level at the end of a trip is read. */
const SETTLED = "interval '5 minutes'";

/** Fuel of each trip by the tank levels: the level at the start, what was filled or lost, and the level at the end. */
export const fuelByTripReport = defineReport({
  purpose: 'cost',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'distance', kind: 'distance', total: 'sum', known: true },
    { key: 'before', kind: 'volume' },
    { key: 'filled', kind: 'volume', total: 'sum', mayLack: true },
    { key: 'lost', kind: 'volume', total: 'sum', mayLack: true },
    { key: 'after', kind: 'volume' },
    { key: 'used', kind: 'volume', total: 'sum' },
    { key: 'per100Km', kind: 'economy', averageBy: 'hundredKm', averageOf: 'litres' },
  ],
  time: 'start',
  end: 'end',
  once: true,
  sort: 'start',
  direction: 'desc',
  source: (query) => `
    SELECT r.*, r.litres / nullif(r."hundredKm", 0) AS "per100Km" FROM (
    SELECT r.*, CASE WHEN r.used IS NOT NULL AND r.distance >= ${MIN_M} THEN r.distance / 100000 ELSE 0 END AS "hundredKm",
           CASE WHEN r.distance >= ${MIN_M} THEN coalesce(r.used, 0) ELSE 0 END AS litres FROM (
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", f.started_at AS start,
           f.ended_at AS "end", f.distance_m AS distance, old.litres AS before, changes.filled, changes.lost, new.litres AS after,
           -- A level rises slightly with temperature and slopes while nothing is consumed.
           -- Levels of different tanks cannot be compared.
           CASE WHEN old.litres IS NOT NULL AND new.tanks = old.tanks
             THEN greatest(0, old.litres + coalesce(changes.filled, 0) - coalesce(changes.lost, 0) - new.litres) END AS used
    FROM trips f JOIN vehicles v ON v.id = f.vehicle_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT max(c.ended_at) FROM fuel_changes c
                       WHERE c.vehicle_id = f.vehicle_id AND c.started_at < f.started_at
                         AND c.started_at > f.started_at - interval '1 day' AND c.ended_at > f.started_at), f.started_at) AS a,
             least(f.ended_at + ${SETTLED}, (SELECT min(c.started_at) FROM fuel_changes c
                       WHERE c.vehicle_id = f.vehicle_id AND c.started_at >= f.ended_at
                         AND c.started_at < f.ended_at + ${SETTLED})) AS b) at
    CROSS JOIN LATERAL ${tankLevelAt('f.vehicle_id', 'at.a')} old CROSS JOIN LATERAL ${tankLevelAt('f.vehicle_id', 'at.b')} new
    CROSS JOIN LATERAL (
      SELECT sum(c.litres) FILTER (WHERE c.change = 'fill') AS filled, sum(c.litres) FILTER (WHERE c.change = 'drop') AS lost
      FROM fuel_changes c
      WHERE c.vehicle_id = f.vehicle_id AND c.started_at >= f.started_at AND c.started_at < f.ended_at) changes
    WHERE ${query.subjectSql('v')} AND ${beginsWithinSql(query)} AND f.ended_at IS NOT NULL
      -- Vehicles without such a sensor have no level.
      AND EXISTS (SELECT FROM sensor_readings x JOIN sensors k ON k.id = x.sensor_id
                  WHERE x.vehicle_id = v.id AND k.kind = 'fuelLevel' AND x.started_at < ${query.to}
                    AND x.started_at > ${query.from} - interval '7 days')) r) r`,
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'vehicle', column: 'used' },
  opens: 'history',
  texts: reportTexts('fuel-by-trip'),
});
