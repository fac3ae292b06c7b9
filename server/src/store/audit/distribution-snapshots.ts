import { recordSnapshot } from './record-snapshot.ts';

/** The snapshots of outlets, territories, routes and runs for the audit log, by id; see `SNAPSHOTS`. */
export const DISTRIBUTION_SNAPSHOTS = {
  outlet: recordSnapshot(
    'outlet',
    `jsonb_build_object('code', r.code, 'name', r.name, 'address', r.address, 'lat', r.lat, 'lon', r.lon,
      'radiusM', r.radius_m,
      'outline', left(md5(r.area::text), 8), 'contactName', r.contact_name, 'phone', r.phone, 'hours', r.hours,
      'serviceMin', r.service_min, 'class', r.class, 'visitsPerWeek', r.visits_per_week,
      'outletState', NULLIF(r.state, 'active'), 'territory', hand.name, 'note', r.note)
      || own_named(r.organisation_id, 'outlet', r.own)`,
    'LEFT JOIN territories hand ON hand.id = r.hand_territory_id',
  ),
  territory: recordSnapshot(
    'territory',
    `jsonb_build_object('name', r.name, 'colour', r.colour, 'manager', boss.display_name,
      'nextManager', heir.display_name, 'nextFrom', r.next_from, 'validFrom', r.valid_from,
      'areas', NULLIF(jsonb_array_length(r.areas), 0), 'outline', left(md5(NULLIF(r.areas, '[]')::text), 8))`,
    'LEFT JOIN users boss ON boss.id = r.manager_id LEFT JOIN users heir ON heir.id = r.next_manager_id',
  ),
  depot: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'lat', lat, 'lon', lon,
      'radiusM', radius_m) AS value
    FROM depots WHERE id = $1 AND deleted_at IS NULL`,
  route: recordSnapshot(
    'route',
    `jsonb_build_object('name', r.name, 'colour', r.colour, 'archivedAt', r.archived_at, 'note', r.note)`,
  ),
  'route-plan': `SELECT r.organisation_id AS "organisationId", jsonb_build_object('route', r.name,
      'from', p.valid_from, 'until', p.valid_to, 'weekdays', array_to_string(p.weekdays, ', '),
      'everyWeeks', NULLIF(p.every_weeks, 1), 'startTime', to_char(p.start_time, 'HH24:MI'), 'beginDepot', b.name,
      'endDepot', e.name, 'vehicle', v.registration, 'driver', d.name, 'shortestDwellS', p.shortest_dwell_s,
      'usedAnyway', p.override ->> 'reason',
      'stops', (SELECT string_agg(o.code, ', ' ORDER BY s.position)
        FROM route_plan_stops s JOIN outlets o ON o.id = s.outlet_id WHERE s.plan_id = p.id)) AS value
    FROM route_plans p JOIN routes r ON r.id = p.route_id LEFT JOIN depots b ON b.id = p.begin_depot_id
      LEFT JOIN depots e ON e.id = p.end_depot_id LEFT JOIN vehicles v ON v.id = p.vehicle_id
      LEFT JOIN drivers d ON d.id = p.driver_id
    WHERE p.id = $1 AND p.deleted_at IS NULL`,
  'route-run': `SELECT u.organisation_id AS "organisationId", jsonb_build_object(
      'run', concat_ws(' · ', r.name, u.day), 'vehicle', v.registration,
      'vehicleSince', u.vehicle_from, 'driver', d.name, 'runState', u.state,
      'usedAnyway', u.override ->> 'reason', 'from', u.starts_at, 'to', u.ends_at, 'load', u.load, 'stops', (SELECT string_agg(o.code, ', ' ORDER BY s.position)
        FROM route_run_stops s JOIN outlets o ON o.id = s.outlet_id WHERE s.run_id = u.id AND s.skip_reason IS NULL),
      'skipped', (SELECT string_agg(o.code, ', ' ORDER BY s.position)
        FROM route_run_stops s JOIN outlets o ON o.id = s.outlet_id
        WHERE s.run_id = u.id AND s.skip_reason IS NOT NULL)) AS value
    FROM route_runs u JOIN routes r ON r.id = u.route_id LEFT JOIN vehicles v ON v.id = u.vehicle_id
      LEFT JOIN drivers d ON d.id = u.driver_id WHERE u.id = $1`,
  'run-link': `SELECT l.organisation_id AS "organisationId", jsonb_build_object(
      'run', concat_ws(' · ', r.name, u.day), 'linkOf', coalesce(o.code || ' · ' || o.name, d.name),
      'expiresAt', l.expires_at, 'revokedAt', l.revoked_at) AS value
    FROM run_links l JOIN route_runs u ON u.id = l.run_id JOIN routes r ON r.id = u.route_id
      LEFT JOIN outlets o ON o.id = l.outlet_id LEFT JOIN drivers d ON d.id = u.driver_id WHERE l.id = $1`,
} as const;
