import type { AuditSubject } from '@milepost/contract/audit-subjects';
import { vehicleJoins } from '../fleet/vehicle-rows.ts';
import { BUDGET_TABLES } from '../budgets/budgets.ts';
import { DISTRIBUTION_SNAPSHOTS } from './distribution-snapshots.ts';
import { recordSnapshot } from './record-snapshot.ts';
import { RECORD_TABLES } from '../records/record-tables.ts';
import { RECURRING_TABLES } from '../expenses/recurring-expenses.ts';

/** The subjects with values, which the log shows before and after. */
export type Subject = Exclude<AuditSubject, 'session' | 'alarm' | 'export'>;

/**
 * SQL that reads a subject by its id as shown in the audit log: the organisation whose log contains it, and the values.
 * Returns no row if it does not exist or was deleted. Never includes secrets.
 */
export const SNAPSHOTS: Record<Subject, string> = {
  vehicle: recordSnapshot(
    'vehicle',
    `jsonb_build_object(
      'registration', r.registration, 'type', r.type, 'make', r.make, 'model', r.model, 'year', r.year,
      'colour', r.colour, 'chassisNumber', r.chassis_number, 'engineNumber', r.engine_number, 'fuelKind', r.fuel_kind,
      'tankL', r.tank_l, 'ratedLPer100Km', r.rated_l_per_100km, 'idleLPerH', r.idle_l_per_h, 'loadKg', r.load_kg,
      'loadM3', r.load_m3, 'loadCrates', r.load_crates, 'home', home.name,
      'tags', NULLIF(array_to_string(r.tags, ', '), ''), 'ownership', r.ownership, 'owner', r.owner,
      'leaseUntil', r.lease_until, 'serviceStatus', NULLIF(r.status, 'in-service'), 'since', r.status_since,
      'group', g.name, 'driver', usual.name, 'usedAnyway', a.override ->> 'reason',
      'sensorProfile', (SELECT p.name FROM vehicle_sensor_profiles l JOIN sensor_profiles p ON p.id = l.profile_id
                        WHERE l.vehicle_id = r.id AND p.deleted_at IS NULL),
      'device', d.identity, 'ignitionSource', NULLIF(i.ignition_source, 'automatic'),
      'speedFactor', NULLIF(i.speed_factor, 1)) || own_named(r.organisation_id, 'vehicle', r.own)`,
    vehicleJoins('r'),
  ),
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
  device: recordSnapshot(
    'device',
    `jsonb_build_object(
      'identity', r.identity, 'protocol', r.protocol, 'model', r.model, 'simNumber', r.sim_number,
      'networks', NULLIF(array_to_string(r.networks, ', '), ''), 'secretSince', r.secret_since)`,
  ),
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
  driver: recordSnapshot(
    'driver',
    `jsonb_build_object('name', r.name, 'number', r.number,
      'phone', r.phone, 'email', r.email, 'licenceNumber', r.licence_number,
      'licenceClasses', NULLIF(array_to_string(r.licence_classes, ', '), ''), 'licenceExpiresOn', r.licence_expires_on,
      'groups', (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(r.group_ids)),
      'hiredOn', r.hired_on, 'leftOn', r.left_on, 'emergencyName', r.emergency_name,
      'emergencyPhone', r.emergency_phone, 'note', r.note, 'account', u.username,
      'tags', (SELECT string_agg(concat_ws(' ', t.kind, t.tag, NULLIF(t.from_time, '-infinity'), '–' || t.to_time), ', '
                 ORDER BY t.from_time, t.id) FROM driver_tags t WHERE t.driver_id = r.id)) || own_named(r.organisation_id, 'driver', r.own)`,
    'LEFT JOIN users u ON u.id = r.user_id',
  ),
  assignment: `SELECT v.organisation_id AS "organisationId", jsonb_build_object('driver', d.name,
      'vehicle', v.registration, 'from', a.from_time, 'to', a.to_time, 'note', a.note,
      'usedAnyway', a.override ->> 'reason') AS value
    FROM driver_assignments a JOIN drivers d ON d.id = a.driver_id JOIN vehicles v ON v.id = a.vehicle_id
    WHERE a.id = $1`,
  group: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name) AS value
    FROM vehicle_groups WHERE id = $1`,
  // Coordinates are unreadable: kind and area are shown instead, with a checksum that reveals a changed outline.
  fence: recordSnapshot(
    'fence',
    `jsonb_build_object(
      'name', r.name, 'description', r.description, 'colour', r.colour, 'tags', array_to_string(r.tags, ', '),
      'kind', r.shape ->> 'kind', 'areaM2', round(r.area_m2), 'outline', left(md5(r.shape::text), 8),
      'speedLimitKph', r.speed_limit_kph, 'betweenFixes', nullif(r.between_fixes, false), 'schedule', r.schedule, 'vehicles', (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
        FROM vehicles v WHERE v.id = ANY(r.vehicle_ids)),
      'groups', (SELECT string_agg(o.name, ', ' ORDER BY o.name) FROM vehicle_groups o WHERE o.id = ANY(r.group_ids)),
      'alarms', (SELECT string_agg(concat_ws(' ', substr(a.condition ->> 'kind', 9), a.condition ->> 'afterS',
                   a.severity), ', ' ORDER BY a.condition ->> 'kind')
                 FROM alarm_rules a WHERE a.fence_id = r.id AND a.deleted_at IS NULL AND a.enabled))`,
  ),
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
      'tracking', NULLIF(o.tracking_settings, '{}')) AS value
    FROM organisations o LEFT JOIN organisations above ON above.id = o.parent_id WHERE o.id = $1`,
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
  document: recordSnapshot(
    'document',
    `jsonb_build_object(
      'documentKind', r.kind, 'of', ${RECORD_TABLES.document.name}, 'number', r.number, 'issuer', r.issuer, 'issuedOn', r.issued_on,
      'validFrom', r.valid_from, 'validUntil', r.valid_until, 'cost', r.cost, 'currency', r.currency, 'note', r.note,
      'renews', (SELECT concat_ws(' ', e.number, e.valid_until) FROM documents e WHERE e.id = r.renews_id))`,
  ),
  checklist: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name,
      'types', NULLIF(array_to_string(types, ', '), ''), 'items', array_to_string(items, '; ')) AS value
    FROM checklists WHERE id = $1 AND deleted_at IS NULL`,
  inspection: recordSnapshot(
    'inspection',
    `jsonb_build_object('vehicle', v.registration, 'checklist', r.name, 'at', r.at, 'defects', r.defects,
      'severity', r.severity, 'odometerM', r.odometer_m, 'signedBy', r.signed_by, 'note', r.note)`,
  ),
  'work-order': recordSnapshot(
    'work-order',
    `jsonb_build_object('name', ${RECORD_TABLES['work-order'].name}, 'state', r.state,
      'vehicle', v.registration, 'vendor', c.name,
      'tasks', (SELECT string_agg(concat(task ->> 'text', CASE WHEN (task ->> 'done')::boolean THEN ' ✓' END), '; ')
        FROM jsonb_array_elements(r.tasks) task),
      'parts', (SELECT string_agg(concat_ws(' ', part ->> 'quantity', '×', part ->> 'name', part ->> 'price'), '; ')
        FROM jsonb_array_elements(r.parts) part),
      'labourHours', r.labour_hours, 'labourCost', r.labour_cost, 'cost', r.cost, 'currency', r.currency,
      'outFrom', r.out_from, 'outTo', r.out_to, 'doneOn', r.done_on, 'odometerM', r.odometer_m,
      'billNumber', r.bill_number, 'note', r.note)`,
  ),
  'service-plan': recordSnapshot(
    'service-plan',
    `jsonb_build_object('task', r.task, 'everyM', r.every_m,
      'everyEngineS', r.every_engine_s, 'everyMonths', r.every_months, 'leadM', r.lead_m, 'leadEngineS', r.lead_engine_s,
      'leadDays', r.lead_days, 'allVehicles', NULLIF(r.all_vehicles, false), 'vehicles', (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
        FROM vehicles v WHERE v.id = ANY(r.vehicle_ids)),
      'groups', (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(r.group_ids)),
      'types', NULLIF(array_to_string(r.types, ', '), ''), 'countedFrom', r.counted_from, 'note', r.note)`,
  ),
  'service-record': `SELECT r.organisation_id AS "organisationId", jsonb_build_object('vehicle', v.registration,
      'task', p.task, 'day', r.day, 'odometerM', r.odometer_m, 'engineS', r.engine_s, 'note', r.note) AS value
    FROM service_records r JOIN vehicles v ON v.id = r.vehicle_id JOIN service_plans p ON p.id = r.plan_id
    WHERE r.id = $1 AND r.deleted_at IS NULL`,
  expense: recordSnapshot(
    'expense',
    `jsonb_build_object(
      'expenseKind', r.kind, 'of', ${RECORD_TABLES.expense.name}, 'state', r.state, 'reason', r.reason, 'vehicle', v.registration,
      'driver', dr.name, 'vendor', c.name, 'amount', r.amount, 'tax', r.tax, 'currency', r.currency,
      'billNumber', r.bill_number, 'day', r.day, 'odometerM', r.odometer_m, 'quantity', r.quantity,
      'fullTank', NULLIF(r.full_tank, false), 'missedFill', NULLIF(r.missed_fill, false), 'note', r.note) || own_named(r.organisation_id, 'expense', r.own)`,
  ),
  'recurring-expense': `SELECT r.organisation_id AS "organisationId", jsonb_build_object('expenseKind', r.kind,
      'of', coalesce(v.registration, c.name, dr.name, r.first_day::text), 'vehicle', v.registration, 'driver', dr.name,
      'vendor', c.name, 'amount', r.amount, 'tax', r.tax, 'currency', r.currency, 'every', r.every,
      'firstDay', r.first_day, 'lastDay', r.last_day, 'paused', NULLIF(r.paused, false), 'note', r.note) AS value
    FROM ${RECURRING_TABLES} WHERE r.id = $1 AND r.deleted_at IS NULL`,
  budget: `SELECT b.organisation_id AS "organisationId", jsonb_build_object('expenseKind', b.kind,
      'of', coalesce(v.registration, g.name, o.name), 'vehicle', v.registration, 'group', g.name, 'amount', b.amount,
      'currency', b.currency, 'firstMonth', b.first_month, 'lastMonth', b.last_month) AS value
    FROM ${BUDGET_TABLES} WHERE b.id = $1 AND b.deleted_at IS NULL`,
  contact: recordSnapshot(
    'contact',
    `jsonb_build_object('contactKind', r.kind, 'name', r.name,
      'phones', NULLIF(array_to_string(r.phones, ', '), ''), 'emails', NULLIF(array_to_string(r.emails, ', '), ''),
      'address', r.address, 'lat', r.lat, 'lon', r.lon, 'note', r.note)`,
  ),
  ...DISTRIBUTION_SNAPSHOTS,
  plan: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'price', price,
      'currency', currency, 'months', months, 'note', note) AS value
    FROM plans WHERE id = $1 AND deleted_at IS NULL`,
  subscription: recordSnapshot(
    'subscription',
    `jsonb_build_object('organisation', o.name,
      'plan', p.name, 'price', r.price, 'currency', r.currency, 'allVehicles', r.all_vehicles,
      'vehicleLimit', r.vehicle_limit, 'vehicles', (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
        FROM vehicles v WHERE v.id = ANY(r.vehicle_ids)),
      'from', r.from_day, 'until', r.until_day, 'note', r.note)`,
  ),
  invoice: recordSnapshot(
    'invoice',
    `jsonb_build_object('number', r.number::text,
      'organisation', r.organisation_name, 'issuer', r.issuer_name, 'day', r.day, 'dueDay', r.due_day,
      'from', r.from_day, 'until', r.until_day, 'net', r.net, 'tax', r.tax, 'currency', r.currency,
      'cancelReason', r.cancel_reason, 'note', r.note)`,
  ),
  'credit-note': `SELECT i.organisation_id AS "organisationId", jsonb_build_object('number', n.number::text,
      'invoice', i.number::text, 'organisation', i.organisation_name, 'issuer', i.issuer_name, 'day', n.day, 'net', n.net,
      'tax', n.tax, 'currency', i.currency, 'reason', n.reason) AS value
    FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id WHERE n.id = $1`,
  payment: `SELECT p.organisation_id AS "organisationId", jsonb_build_object('invoice', i.number::text, 'day', p.day,
      'amount', p.amount, 'currency', p.currency, 'reference', NULLIF(p.reference, '')) AS value
    FROM payments p LEFT JOIN invoices i ON i.id = p.invoice_id WHERE p.id = $1 AND p.deleted_at IS NULL`,
  task: `SELECT t.organisation_id AS "organisationId", jsonb_build_object('title', t.title, 'note', t.note,
      'state', t.state, 'dueOn', t.due_on, 'assignee', a.display_name,
      'record', t.record_kind || ' ' || t.record_id) AS value
    FROM tasks t LEFT JOIN users a ON a.id = t.assignee_id WHERE t.id = $1 AND t.deleted_at IS NULL`,
  // Recipients and channels, but never the content.
  message: `SELECT m.organisation_id AS "organisationId", jsonb_build_object('subject', m.subject,
      'recipients', (SELECT count(*) FROM message_receipts r WHERE r.message_id = m.id)
        + (SELECT count(*) FROM driver_receipts r WHERE r.message_id = m.id), 'byMail', m.by_mail) AS value
    FROM messages m WHERE m.id = $1 AND m.sent_at IS NOT NULL`,
  place: `SELECT organisation_id AS "organisationId", jsonb_build_object('name', name, 'category', category,
      'colour', colour, 'note', note, 'lat', lat, 'lon', lon) AS value
    FROM places WHERE id = $1 AND deleted_at IS NULL`,
};
