import type { AuditSubject } from '@milepost/contract/audit-subjects';
import { BUDGET_TABLES } from '../budgets/budgets.ts';
import { DISTRIBUTION_SNAPSHOTS } from './distribution-snapshots.ts';
import { recordOf, type RecordSubject } from '../records/record-tables.ts';
import { RECURRING_TABLES } from '../expenses/recurring-expenses.ts';

/** The subjects with values, which the log shows before and after. */
export type Subject = Exclude<AuditSubject, 'session' | 'alarm' | 'export' | 'server'>;

/** The snapshots of everything that is not a record of `RECORD_TABLES`; see `snapshotOf`. */
const SNAPSHOTS: Readonly<Record<Exclude<Subject, RecordSubject<{ audit: object }>>, string>> = {
  meter: `SELECT v.organisation_id AS "organisationId", jsonb_build_object('vehicle', v.registration,
      'odometerM', CASE r.meter WHEN 'odometer' THEN r.value END,
      'engineHoursS', CASE r.meter WHEN 'engine-hours' THEN r.value END, 'at', r.at,
      'source', NULLIF(r.source, 'person'), 'note', r.note) AS value
    FROM meter_readings r JOIN vehicles v ON v.id = r.vehicle_id WHERE r.id = $1 AND r.deleted_at IS NULL`,
  'list-view': `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'list', list, 'query', query,
      'shown', NULLIF(array_to_string(shown, ', '), ''), 'hidden', NULLIF(array_to_string(hidden, ', '), '')) AS value
    FROM list_views WHERE id = $1`,
  'own-field': `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'kind', kind, 'type', type,
      'unit', unit, 'choices', NULLIF(array_to_string(choices, ', '), ''), 'required', NULLIF(required, false)) AS value
    FROM own_fields WHERE id = $1 AND deleted_at IS NULL`,
  sensor: `SELECT r.organisation_id AS "organisationId", jsonb_build_object('name', r.name, 'vehicle', v.registration,
      'profile', p.name, 'kind', r.kind, 'unit', NULLIF(r.unit, ''),
      'reads', coalesce(d.last->'source'->>'attribute', d.last->'source'->>'expression'),
      'table', NULLIF(d.last->'calibration', 'null'), 'min', d.last->'min', 'max', d.last->'max',
      'inverse', d.last->'inverse', 'capacityL', d.last->'capacityL', 'smoothingS', d.last->'smoothingS',
      'normalMin', r.normal_min, 'normalMax', r.normal_max,
      'from', to_timestamp((d.last->>'from')::float8 / 1000)) AS value
    FROM sensors r LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN sensor_profiles p ON p.id = r.profile_id
    CROSS JOIN LATERAL (SELECT r.versions->-1 AS last) d WHERE r.id = $1 AND r.deleted_at IS NULL`,
  'sensor-profile': `SELECT r.organisation_id AS "organisationId", jsonb_build_object('name', r.name) AS value
    FROM sensor_profiles r WHERE r.id = $1 AND r.deleted_at IS NULL`,
  command: `SELECT c.organisation_id AS "organisationId", jsonb_build_object('vehicle', v.registration, 'command', c.kind,
      'seconds', c.seconds, 'output', c.output, 'odometerKm', c.odometer_km,
      'phones', NULLIF(array_to_string(c.phones, ', '), ''), 'text', c.content, 'whenStanding', NULLIF(c.when_standing, false), 'reason', c.reason,
      'rule', r.name, 'cancelled', NULLIF(c.state = 'cancelled', false)) AS value
    FROM device_commands c JOIN vehicles v ON v.id = c.vehicle_id LEFT JOIN alarm_rules r ON r.id = c.rule_id
    WHERE c.id = $1`,
  'command-template': `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'command', kind,
      'seconds', seconds, 'output', output, 'odometerKm', odometer_km, 'phones', NULLIF(array_to_string(phones, ', '), ''),
      'text', content) AS value FROM command_templates WHERE id = $1`,
  installation: `SELECT v.organisation_id AS "organisationId", jsonb_build_object('vehicle', v.registration,
      'device', d.identity, 'from', i.installed_at, 'to', i.removed_at, 'technician', i.technician, 'place', i.place,
      'odometerM', i.odometer_m, 'simNumber', i.sim_number, 'simOperator', i.sim_operator, 'note', i.note) AS value
    FROM installations i JOIN vehicles v ON v.id = i.vehicle_id JOIN devices d ON d.id = i.device_id WHERE i.id = $1`,
  assignment: `SELECT v.organisation_id AS "organisationId", jsonb_build_object('driver', d.name,
      'vehicle', v.registration, 'from', a.from_time, 'to', a.to_time, 'note', a.note,
      'usedAnyway', a.override ->> 'reason') AS value
    FROM driver_assignments a JOIN drivers d ON d.id = a.driver_id JOIN vehicles v ON v.id = a.vehicle_id
    WHERE a.id = $1`,
  group: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name) AS value
    FROM vehicle_groups WHERE id = $1`,
  user: `SELECT u.organisation_id AS "organisationId", jsonb_build_object(
      'username', u.username, 'displayName', u.display_name, 'email', u.email, 'phone', u.phone,
      'photo', left(md5(u.photo), 8), 'role', r.name, 'organisation', o.name, 'disabled', u.disabled_at IS NOT NULL,
      'language', u.language, 'timeZone', u.time_zone, 'units', u.units, 'notifications', u.notifications,
      'reminderBell', u.reminder_bell, 'reminderMail', u.reminder_mail,
      'twoFactor', t.confirmed_at IS NOT NULL, 'shown', CASE WHEN u.limited THEN concat_ws(', ', 'only',
        CASE WHEN u.limit_common THEN 'all geofences, places, outlets and contacts' END,
        (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(u.limit_group_ids)),
        (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
         FROM vehicles v WHERE v.id = ANY(u.limit_vehicle_ids))) END) AS value
    FROM users u JOIN roles r ON r.id = u.role_id JOIN organisations o ON o.id = u.organisation_id
    LEFT JOIN two_factor t ON t.user_id = u.id WHERE u.id = $1`,
  role: `SELECT r.organisation_id AS "organisationId", jsonb_build_object('name', r.name, 'priority', r.priority,
      'shown', CASE WHEN r.limited THEN concat_ws(', ', 'only',
        CASE WHEN r.limit_common THEN 'all geofences, places, outlets and contacts' END,
        (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(r.limit_group_ids))) END,
      'grants', (SELECT jsonb_object_agg(m.key, concat_ws(', ', CASE WHEN p.can_view THEN 'view' END,
                   CASE WHEN p.can_create THEN 'create' END, CASE WHEN p.can_edit THEN 'edit' END,
                   CASE WHEN p.can_delete THEN 'delete' END) ORDER BY m.key)
                 FROM role_permissions p JOIN menus m ON m.id = p.menu_id
                 WHERE p.role_id = r.id AND (p.can_view OR p.can_create OR p.can_edit OR p.can_delete))) AS value
    FROM roles r WHERE r.id = $1`,
  // The menu belongs to the whole installation: its changes are in the log of the root organisation.
  menu: `SELECT o.id AS "organisationId", jsonb_build_object(
      'title', m.title, 'icon', m.icon, 'CM', m.cm, 'position', m.position) AS value
    FROM menus m, organisations o WHERE m.id = $1 AND o.parent_id IS NULL`,
  // In the log of the organisation above, which still exists when this one is deleted.
  organisation: `SELECT coalesce(o.parent_id, o.id) AS "organisationId", jsonb_build_object(
      'name', o.name, 'above', above.name, 'timeZone', o.time_zone, 'currency', o.currency,
      'deviceNetworks', NULLIF(array_to_string(o.device_networks, ', '), ''),
      'requireSecondFactor', NULLIF(o.require_second_factor, false),
      'tracking', NULLIF(o.tracking_settings, '{}'), 'retention', NULLIF(o.retention, '{}')) AS value
    FROM organisations o LEFT JOIN organisations above ON above.id = o.parent_id WHERE o.id = $1`,
  'legal-hold': `SELECT h.organisation_id AS "organisationId", jsonb_build_object('vehicle', v.registration,
      'from', h.from_time, 'to', h.to_time, 'reason', h.reason, 'setBy', o.name, 'endedAt', h.ended_at,
      'endReason', h.end_reason) AS value
    FROM legal_holds h JOIN vehicles v ON v.id = h.vehicle_id JOIN organisations o ON o.id = h.set_by_organisation_id
    WHERE h.id = $1`,
  'private-rule': `SELECT r.organisation_id AS "organisationId", jsonb_build_object('of', coalesce(v.registration, o.name),
      'workingHours', r.working_hours, 'attribute', r.attribute, 'value', r.attribute_value,
      'driversMark', NULLIF(r.drivers_mark, false)) AS value
    FROM private_rules r JOIN organisations o ON o.id = r.organisation_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
    WHERE r.id = $1 AND r.deleted_at IS NULL`,
  'private-mark': `SELECT m.organisation_id AS "organisationId", jsonb_build_object('vehicle', v.registration,
      'from', m.from_time, 'to', m.to_time, 'private', m.private, 'driver', d.name) AS value
    FROM private_marks m JOIN vehicles v ON v.id = m.vehicle_id LEFT JOIN drivers d ON d.id = m.driver_id WHERE m.id = $1`,
  'saved-report': `SELECT s.organisation_id AS "organisationId", jsonb_build_object(
      'name', s.name, 'shared', s.shared, 'range', s.params ->> 'range', 'from', s.params ->> 'from', 'to', s.params ->> 'to',
      'vehicles', jsonb_array_length(s.params -> 'vehicleIds'), 'groups', jsonb_array_length(s.params -> 'groupIds'),
      'sections', (SELECT string_agg(coalesce(e ->> 'title', e ->> 'kind'), ', ' ORDER BY at)
                   FROM jsonb_array_elements(s.sections) WITH ORDINALITY x(e, at)),
      'cover', CASE WHEN s.cover IS NOT NULL THEN coalesce(s.cover ->> 'title', s.name) END) AS value
    FROM saved_reports s WHERE s.id = $1 AND s.deleted_at IS NULL`,
  'report-schedule': `SELECT s.organisation_id AS "organisationId", jsonb_build_object(
      'report', s.kind, 'range', s.range, 'formats', array_to_string(s.formats, ', '), 'every', concat_ws(' ', s.every,
        CASE s.every WHEN 'days' THEN s.every_days WHEN 'week' THEN s.weekday WHEN 'month' THEN s.month_day END),
      'time', to_char(s.at_time, 'HH24:MI'), 'timeZone', s.time_zone, 'skipEmpty', s.skip_empty, 'paused', s.paused,
      'people', (SELECT string_agg(u.display_name, ', ' ORDER BY u.display_name) FROM users u WHERE u.id = ANY(s.people_ids)),
      'addresses', NULLIF(array_to_string(s.addresses, ', '), ''),
      'webhooks', (SELECT string_agg(w.name, ', ' ORDER BY w.name) FROM webhooks w WHERE w.id = ANY(s.webhook_ids))) AS value
    FROM report_schedules s WHERE s.id = $1 AND s.deleted_at IS NULL`,
  'api-token': `SELECT u.organisation_id AS "organisationId", jsonb_build_object(
      'name', t.name, 'user', u.username, 'readOnly', t.read_only, 'expiresAt', t.expires_at) AS value
    FROM api_tokens t JOIN users u ON u.id = t.user_id WHERE t.id = $1`,
  'alarm-rule': `SELECT r.organisation_id AS "organisationId", jsonb_build_object(
      'name', r.name, 'condition', r.condition, 'severity', r.severity, 'schedule', r.schedule, 'coolDownS', r.cool_down_s,
      'allVehicles', r.all_vehicles, 'vehicles', (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
        FROM vehicles v WHERE v.id = ANY(r.vehicle_ids)),
      'groups', (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(r.group_ids)),
      'vehicleTypes', NULLIF(array_to_string(r.vehicle_types, ', '), ''), 'channels', r.channels,
      'command', r.command_kind, 'seconds', r.command_seconds, 'enabled', r.enabled) AS value
    FROM alarm_rules r WHERE r.id = $1 AND r.deleted_at IS NULL`,
  // Only the host of the address, as the rest is often a secret.
  webhook: `SELECT organisation_id AS "organisationId", jsonb_build_object(
      'name', name, 'address', regexp_replace(url, '^(https?://[^/?#]*).*$', '\\1'), 'addressChanged', left(md5(url), 8),
      'secret', left(md5(secret), 8), 'severities', severities,
      'rules', (SELECT string_agg(r.name, ', ' ORDER BY r.name) FROM alarm_rules r WHERE r.id = ANY(rule_ids)), 'lateAlarms', late_alarms,
      'enabled', enabled) AS value
    FROM webhooks WHERE id = $1 AND deleted_at IS NULL`,
  share: `SELECT s.organisation_id AS "organisationId", jsonb_build_object(
      'vehicle', v.registration, 'note', s.note, 'expiresAt', s.expires_at, 'revokedAt', s.revoked_at) AS value
    FROM shares s JOIN vehicles v ON v.id = s.vehicle_id WHERE s.id = $1`,
  // For the whole installation, like the menu.
  'blocked-network': `SELECT o.id AS "organisationId", jsonb_build_object('network', b.network, 'note', b.note) AS value
    FROM blocked_networks b, organisations o WHERE b.id = $1 AND b.lifted_at IS NULL AND o.parent_id IS NULL`,
  'json-profile': `SELECT o.id AS "organisationId", jsonb_build_object('name', p.name, 'filter', p.filter,
      'mapping', p.mapping::text) AS value
    FROM json_profiles p, organisations o WHERE p.id = $1 AND o.parent_id IS NULL`,
  'layout-profile': `SELECT o.id AS "organisationId", jsonb_build_object('name', p.name, 'separator', p.separator,
      'header', p.header, 'vendor', p.vendor, 'kind', p.kind, 'layout', p.layout::text) AS value
    FROM layout_profiles p, organisations o WHERE p.id = $1 AND o.parent_id IS NULL`,
  checklist: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name,
      'types', NULLIF(array_to_string(types, ', '), ''), 'items', array_to_string(items, '; ')) AS value
    FROM checklists WHERE id = $1 AND deleted_at IS NULL`,
  'service-record': `SELECT r.organisation_id AS "organisationId", jsonb_build_object('vehicle', v.registration,
      'task', p.task, 'day', r.day, 'odometerM', r.odometer_m, 'engineS', r.engine_s, 'note', r.note) AS value
    FROM service_records r JOIN vehicles v ON v.id = r.vehicle_id JOIN service_plans p ON p.id = r.plan_id
    WHERE r.id = $1 AND r.deleted_at IS NULL`,
  'recurring-expense': `SELECT r.organisation_id AS "organisationId", jsonb_build_object('expenseKind', r.kind,
      'of', coalesce(v.registration, c.name, dr.name, r.first_day::text), 'vehicle', v.registration, 'driver', dr.name,
      'vendor', c.name, 'amount', r.amount, 'tax', r.tax, 'currency', r.currency, 'every', r.every,
      'firstDay', r.first_day, 'lastDay', r.last_day, 'paused', NULLIF(r.paused, false), 'note', r.note) AS value
    FROM ${RECURRING_TABLES} WHERE r.id = $1 AND r.deleted_at IS NULL`,
  budget: `SELECT b.organisation_id AS "organisationId", jsonb_build_object('expenseKind', b.kind,
      'of', coalesce(v.registration, g.name, o.name), 'vehicle', v.registration, 'group', g.name, 'amount', b.amount,
      'currency', b.currency, 'firstMonth', b.first_month, 'lastMonth', b.last_month) AS value
    FROM ${BUDGET_TABLES} WHERE b.id = $1 AND b.deleted_at IS NULL`,
  ...DISTRIBUTION_SNAPSHOTS,
  plan: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'price', price,
      'currency', currency, 'months', months, 'note', note) AS value
    FROM plans WHERE id = $1 AND deleted_at IS NULL`,
  'credit-note': `SELECT i.organisation_id AS "organisationId", jsonb_build_object('number', n.number::text,
      'invoice', i.number::text, 'organisation', i.organisation_name, 'issuer', i.issuer_name, 'day', n.day, 'net', n.net,
      'tax', n.tax, 'currency', i.currency, 'reason', n.reason) AS value
    FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id WHERE n.id = $1`,
  payment: `SELECT p.organisation_id AS "organisationId", jsonb_build_object('invoice', i.number::text, 'day', p.day,
      'amount', p.amount, 'currency', p.currency, 'reference', NULLIF(p.reference, '')) AS value
    FROM payments p LEFT JOIN invoices i ON i.id = p.invoice_id WHERE p.id = $1 AND p.deleted_at IS NULL`,
  place: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'category', category,
      'colour', colour, 'note', note, 'lat', lat, 'lon', lon) AS value
    FROM places WHERE id = $1 AND deleted_at IS NULL`,
};

const isOther = (subject: Subject): subject is keyof typeof SNAPSHOTS => Object.hasOwn(SNAPSHOTS, subject);

/**
 * SQL that reads a subject by its id as shown in the audit log: the organisation whose log contains it, and the values.
 * Returns no row if it does not exist or was deleted. Never includes secrets.
 */
export function snapshotOf(subject: Subject): string {
  if (isOther(subject)) return SNAPSHOTS[subject];
  const stored = recordOf(subject);
  if (!stored?.audit) throw new Error(`${subject} has no values`);
  const { table, joins, organisationId, andThere, audit } = stored;
  return `SELECT ${organisationId} AS "organisationId", ${audit.values} AS value
    FROM ${table} r ${joins} ${audit.joins ?? ''} WHERE r.id = $1${andThere}${audit.and ?? ''}`;
}
