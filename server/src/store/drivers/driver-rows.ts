import { andSeen, andSeenGroup, idsSql, type Scope } from '../scope.ts';

/**
 * SQL, ` AND …`: the drivers within the limit of the scope: drivers of groups that the person sees completely, and the
 * present assigned and usual drivers of visible vehicles.
 */
export const andSeenDriver = (scope: Scope, driver = 'd'): string =>
  scope.limit === null
    ? ''
    : ` AND (${driver}.group_ids && ${idsSql(scope.limit.groupIds)} OR EXISTS (SELECT FROM driver_assignments a
        WHERE a.driver_id = ${driver}.id AND a.from_time <= now() AND (a.to_time IS NULL OR a.to_time > now())
          ${andSeen(scope, 'a.vehicle_id')}))`;

const tagJson = `jsonb_build_object('kind', t.kind, 'tag', t.tag,
  'from', to_char(nullif(t.from_time, '-infinity') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'to', to_char(t.to_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** The vehicles that a driver could be driving now; the actual driver is determined elsewhere. */
const MAYBE_IN = `SELECT a.vehicle_id FROM driver_assignments a
    WHERE a.driver_id = d.id AND a.from_time <= now() AND (a.to_time IS NULL OR a.to_time > now())
  UNION
  SELECT s.vehicle_id FROM driver_tags t JOIN tag_spans s ON s.tag = t.tag
    WHERE t.driver_id = d.id AND s.ended_at IS NULL AND s.started_at > now() - interval '7 days'`;

/** SQL of all displayed columns of a driver `d`. */
export const driverColumns = (scope: Scope): string => `d.id, d.name, d.number, d.phone, d.email,
  d.licence_number AS "licenceNumber", d.licence_classes AS "licenceClasses",
  d.licence_expires_on::text AS "licenceExpiresOn", licence_document(d.id) AS "licenceDocumentId", d.hired_on::text AS "hiredOn", d.left_on::text AS "leftOn",
  d.emergency_name AS "emergencyName", d.emergency_phone AS "emergencyPhone", d.note, d.user_id AS "userId",
  (SELECT u.display_name FROM users u WHERE u.id = d.user_id) AS "userName", d.version, own_values(d.own) AS own,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) ORDER BY lower(g.name), g.id), '[]')
     FROM vehicle_groups g WHERE g.id = ANY(d.group_ids)${andSeenGroup(scope, 'g.id')}) AS groups,
  (SELECT coalesce(jsonb_agg(${tagJson} ORDER BY t.from_time, t.id), '[]')
     FROM driver_tags t WHERE t.driver_id = d.id) AS tags,
  (SELECT jsonb_build_object('id', v.id, 'registration', v.registration, 'source', w.source)
     FROM (${MAYBE_IN}) maybe JOIN vehicles v ON v.id = maybe.vehicle_id AND v.deleted_at IS NULL
     CROSS JOIN LATERAL drivers_between(v.id, now(), now() + interval '1 millisecond') w
    WHERE w.driver_id = d.id${andSeen(scope)}
    ORDER BY array_position(ARRAY['tag', 'assignment', 'usual'], w.source), v.id LIMIT 1) AS vehicle`;
