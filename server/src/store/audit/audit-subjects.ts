import type { AuditSubject } from '@milepost/contract/audit-subjects';
import { DOCUMENT_TABLES, HOLDER_NAME } from '../documents/document-rows.ts';
import { EXPENSE_JOINS, expenseOf } from '../expenses/expense-rows.ts';
import { VEHICLE_TABLES } from '../fleet/vehicle-rows.ts';

/** What has values of its own, which the log shows before and after. */
export type Subject = Exclude<AuditSubject, 'session' | 'alarm'>;

/** Which of its values a subject is known by. */
export const NAME_FIELD: Record<Subject, string> = {
  vehicle: 'registration',
  device: 'identity',
  driver: 'name',
  assignment: 'driver',
  group: 'name',
  fence: 'name',
  user: 'username',
  role: 'name',
  menu: 'title',
  organisation: 'name',
  'api-token': 'name',
  share: 'vehicle',
  'alarm-rule': 'name',
  webhook: 'name',
  place: 'name',
  document: 'of',
  contact: 'name',
  expense: 'of',
  'blocked-network': 'network',
};

/**
 * SQL that reads what the audit log shows of a subject, by its id: the organisation whose log it is in, and the values.
 * No row when it does not exist or was removed. Never secrets.
 */
export const SNAPSHOTS: Record<Subject, string> = {
  vehicle: `SELECT v.organisation_id AS "organisationId", jsonb_build_object(
      'registration', v.registration, 'type', v.type, 'make', v.make, 'model', v.model,
      'chassisNumber', v.chassis_number, 'engineNumber', v.engine_number, 'group', g.name, 'driver', usual.name,
      'device', d.identity, 'ignitionSource', NULLIF(i.ignition_source, 'automatic'),
      'speedFactor', NULLIF(i.speed_factor, 1)) AS value
    FROM ${VEHICLE_TABLES} WHERE v.id = $1 AND v.deleted_at IS NULL`,
  device: `SELECT organisation_id AS "organisationId", jsonb_build_object(
      'identity', identity, 'protocol', protocol, 'model', model, 'simNumber', sim_number,
      'networks', NULLIF(array_to_string(networks, ', '), ''), 'secretSince', secret_since) AS value
    FROM devices WHERE id = $1 AND deleted_at IS NULL`,
  driver: `SELECT d.organisation_id AS "organisationId", jsonb_build_object('name', d.name, 'number', d.number,
      'phone', d.phone, 'email', d.email, 'licenceNumber', d.licence_number,
      'licenceClasses', NULLIF(array_to_string(d.licence_classes, ', '), ''), 'licenceExpiresOn', d.licence_expires_on,
      'groups', (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(d.group_ids)),
      'hiredOn', d.hired_on, 'leftOn', d.left_on, 'emergencyName', d.emergency_name,
      'emergencyPhone', d.emergency_phone, 'note', d.note, 'account', u.username,
      'tags', (SELECT string_agg(concat_ws(' ', t.kind, t.tag, NULLIF(t.from_time, '-infinity'), '–' || t.to_time), ', '
                 ORDER BY t.from_time, t.id) FROM driver_tags t WHERE t.driver_id = d.id)) AS value
    FROM drivers d LEFT JOIN users u ON u.id = d.user_id WHERE d.id = $1 AND d.deleted_at IS NULL`,
  assignment: `SELECT v.organisation_id AS "organisationId", jsonb_build_object('driver', d.name,
      'vehicle', v.registration, 'from', a.from_time, 'to', a.to_time, 'note', a.note) AS value
    FROM driver_assignments a JOIN drivers d ON d.id = a.driver_id JOIN vehicles v ON v.id = a.vehicle_id
    WHERE a.id = $1`,
  group: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name) AS value
    FROM vehicle_groups WHERE id = $1`,
  // Corners say nothing to a reader: kind and area do, and a mark by which a changed outline is seen to differ.
  fence: `SELECT g.organisation_id AS "organisationId", jsonb_build_object(
      'name', g.name, 'description', g.description, 'colour', g.colour, 'tags', array_to_string(g.tags, ', '),
      'kind', g.shape ->> 'kind', 'areaM2', round(g.area_m2), 'outline', left(md5(g.shape::text), 8),
      'speedLimitKph', g.speed_limit_kph, 'schedule', g.schedule, 'vehicles', (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
        FROM vehicles v WHERE v.id = ANY(g.vehicle_ids)),
      'groups', (SELECT string_agg(o.name, ', ' ORDER BY o.name) FROM vehicle_groups o WHERE o.id = ANY(g.group_ids)),
      'alarms', (SELECT string_agg(concat_ws(' ', substr(r.condition ->> 'kind', 9), r.condition ->> 'afterS',
                   r.severity), ', ' ORDER BY r.condition ->> 'kind')
                 FROM alarm_rules r WHERE r.fence_id = g.id AND r.deleted_at IS NULL AND r.enabled)) AS value
    FROM geofences g WHERE g.id = $1 AND g.deleted_at IS NULL`,
  user: `SELECT u.organisation_id AS "organisationId", jsonb_build_object(
      'username', u.username, 'displayName', u.display_name, 'email', u.email, 'phone', u.phone,
      'photo', left(md5(u.photo), 8), 'role', r.name, 'organisation', o.name, 'disabled', u.disabled_at IS NOT NULL,
      'language', u.language, 'timeZone', u.time_zone, 'units', u.units, 'notifications', u.notifications,
      'reminderBell', u.reminder_bell, 'reminderMail', u.reminder_mail,
      'twoFactor', t.confirmed_at IS NOT NULL, 'shown', CASE WHEN u.limited THEN concat_ws(', ', 'only',
        (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(u.limit_group_ids)),
        (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
         FROM vehicles v WHERE v.id = ANY(u.limit_vehicle_ids))) END) AS value
    FROM users u JOIN roles r ON r.id = u.role_id JOIN organisations o ON o.id = u.organisation_id
    LEFT JOIN two_factor t ON t.user_id = u.id WHERE u.id = $1`,
  role: `SELECT r.organisation_id AS "organisationId", jsonb_build_object('name', r.name, 'priority', r.priority,
      'shown', CASE WHEN r.limited THEN concat_ws(', ', 'only',
        (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(r.limit_group_ids))) END,
      'grants', (SELECT jsonb_object_agg(m.key, concat_ws(', ', CASE WHEN p.can_view THEN 'view' END,
                   CASE WHEN p.can_create THEN 'create' END, CASE WHEN p.can_edit THEN 'edit' END,
                   CASE WHEN p.can_delete THEN 'delete' END) ORDER BY m.key)
                 FROM role_permissions p JOIN menus m ON m.id = p.menu_id
                 WHERE p.role_id = r.id AND (p.can_view OR p.can_create OR p.can_edit OR p.can_delete))) AS value
    FROM roles r WHERE r.id = $1`,
  // The menu belongs to the whole installation: its changes are in the root's log.
  menu: `SELECT o.id AS "organisationId", jsonb_build_object(
      'title', m.title, 'icon', m.icon, 'CM', m.cm, 'position', m.position) AS value
    FROM menus m, organisations o WHERE m.id = $1 AND o.parent_id IS NULL`,
  // In the log of the organisation above, which is still there when this one is gone.
  organisation: `SELECT coalesce(o.parent_id, o.id) AS "organisationId", jsonb_build_object(
      'name', o.name, 'above', above.name, 'timeZone', o.time_zone, 'currency', o.currency,
      'deviceNetworks', NULLIF(array_to_string(o.device_networks, ', '), ''),
      'requireSecondFactor', NULLIF(o.require_second_factor, false),
      'tracking', NULLIF(o.tracking_settings, '{}')) AS value
    FROM organisations o LEFT JOIN organisations above ON above.id = o.parent_id WHERE o.id = $1`,
  'api-token': `SELECT u.organisation_id AS "organisationId", jsonb_build_object(
      'name', t.name, 'user', u.username, 'readOnly', t.read_only, 'expiresAt', t.expires_at) AS value
    FROM api_tokens t JOIN users u ON u.id = t.user_id WHERE t.id = $1`,
  'alarm-rule': `SELECT r.organisation_id AS "organisationId", jsonb_build_object(
      'name', r.name, 'condition', r.condition, 'severity', r.severity, 'schedule', r.schedule, 'coolDownS', r.cool_down_s,
      'allVehicles', r.all_vehicles, 'vehicles', (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
        FROM vehicles v WHERE v.id = ANY(r.vehicle_ids)),
      'groups', (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(r.group_ids)),
      'vehicleTypes', nullif(r.vehicle_types, '{}'), 'channels', r.channels, 'enabled', r.enabled) AS value
    FROM alarm_rules r WHERE r.id = $1 AND r.deleted_at IS NULL`,
  // Of the address only where it leads: the rest is often a secret of its own.
  webhook: `SELECT organisation_id AS "organisationId", jsonb_build_object(
      'name', name, 'address', regexp_replace(url, '^(https?://[^/?#]*).*$', '\\1'), 'addressChanged', left(md5(url), 8),
      'secret', left(md5(secret), 8), 'severities', severities,
      'rules', (SELECT string_agg(r.name, ', ' ORDER BY r.name) FROM alarm_rules r WHERE r.id = ANY(rule_ids)), 'lateAlarms', late_alarms,
      'enabled', enabled) AS value
    FROM webhooks WHERE id = $1 AND deleted_at IS NULL`,
  share: `SELECT s.organisation_id AS "organisationId", jsonb_build_object(
      'vehicle', v.registration, 'note', s.note, 'expiresAt', s.expires_at, 'revokedAt', s.revoked_at) AS value
    FROM shares s JOIN vehicles v ON v.id = s.vehicle_id WHERE s.id = $1`,
  // Of the whole installation, like the menu.
  'blocked-network': `SELECT o.id AS "organisationId", jsonb_build_object('network', b.network, 'note', b.note) AS value
    FROM blocked_networks b, organisations o WHERE b.id = $1 AND b.lifted_at IS NULL AND o.parent_id IS NULL`,
  document: `SELECT d.organisation_id AS "organisationId", jsonb_build_object(
      'documentKind', d.kind, 'of', ${HOLDER_NAME}, 'number', d.number, 'issuer', d.issuer, 'issuedOn', d.issued_on,
      'validFrom', d.valid_from, 'validUntil', d.valid_until, 'cost', d.cost, 'currency', d.currency, 'note', d.note,
      'renews', (SELECT concat_ws(' ', e.number, e.valid_until) FROM documents e WHERE e.id = d.renews_id)) AS value
    FROM ${DOCUMENT_TABLES} WHERE d.id = $1 AND d.deleted_at IS NULL`,
  expense: `SELECT e.organisation_id AS "organisationId", jsonb_build_object(
      'expenseKind', e.kind, 'of', ${expenseOf('e')}, 'state', e.state, 'reason', e.reason, 'vehicle', v.registration,
      'driver', dr.name, 'vendor', c.name, 'amount', e.amount, 'tax', e.tax, 'currency', e.currency,
      'billNumber', e.bill_number, 'day', e.day, 'odometerM', e.odometer_m, 'quantity', e.quantity,
      'fullTank', NULLIF(e.full_tank, false), 'note', e.note) AS value
    FROM expenses e ${EXPENSE_JOINS} WHERE e.id = $1 AND e.deleted_at IS NULL`,
  contact: `SELECT organisation_id AS "organisationId", jsonb_build_object('contactKind', kind, 'name', name,
      'phones', NULLIF(array_to_string(phones, ', '), ''), 'emails', NULLIF(array_to_string(emails, ', '), ''),
      'address', address, 'lat', lat, 'lon', lon, 'note', note) AS value
    FROM contacts WHERE id = $1 AND deleted_at IS NULL`,
  place: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'category', category,
      'colour', colour, 'note', note, 'lat', lat, 'lon', lon) AS value
    FROM places WHERE id = $1 AND deleted_at IS NULL`,
};
