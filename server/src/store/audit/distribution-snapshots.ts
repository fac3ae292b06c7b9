/** The snapshots of outlets, territories, routes and runs for the audit log, by id; see `SNAPSHOTS`. */
export const DISTRIBUTION_SNAPSHOTS = {
  depot: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'lat', lat, 'lon', lon,
      'radiusM', radius_m) AS value
    FROM depots WHERE id = $1 AND deleted_at IS NULL`,
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
  'run-link': `SELECT l.organisation_id AS "organisationId", jsonb_build_object(
      'run', concat_ws(' · ', r.name, u.day), 'linkOf', coalesce(o.code || ' · ' || o.name, d.name),
      'expiresAt', l.expires_at, 'revokedAt', l.revoked_at) AS value
    FROM run_links l JOIN route_runs u ON u.id = l.run_id JOIN routes r ON r.id = u.route_id
      LEFT JOIN outlets o ON o.id = l.outlet_id LEFT JOIN drivers d ON d.id = u.driver_id WHERE l.id = $1`,
} as const;
