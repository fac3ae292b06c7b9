import type { RecordKind } from '@milepost/contract/record-kinds';
import { andSeenFence } from '../common-records.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import { vehicleJoins } from '../fleet/vehicle-rows.ts';
import { andSeen, andSeenDevice } from '../scope.ts';
import { OF_ORGANISATION, OPEN, OWN, type StoredRecord } from './stored-record.ts';

/** The records of vehicles, of their devices and drivers, and of their maintenance. */
export const FLEET_RECORDS = {
  vehicle: {
    ...OWN,
    subject: 'vehicle',
    table: 'vehicles',
    vehicleId: 'r.id',
    name: 'r.registration',
    andShown: (scope) => andSeen(scope, 'r.id'),
    change: OPEN,
    audit: {
      name: 'registration',
      versioned: true,
      values: `jsonb_build_object(
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
      joins: vehicleJoins('r'),
    },
    search: {
      joins: 'LEFT JOIN vehicle_groups g ON g.id = r.group_id',
      note: `concat_ws(' · ', concat_ws(' ', r.make, r.model), g.name)`,
    },
    conflicts: {
      vehicles_registration: { field: 'registration', fault: 'registration-taken' },
    },
  },
  driver: {
    ...OWN,
    subject: 'driver',
    table: 'drivers',
    andShown: (scope) => andSeenDriver(scope, 'r'),
    change: OF_ORGANISATION,
    audit: {
      name: 'name',
      versioned: true,
      values: `jsonb_build_object('name', r.name, 'number', r.number,
      'phone', r.phone, 'email', r.email, 'licenceNumber', r.licence_number,
      'licenceClasses', NULLIF(array_to_string(r.licence_classes, ', '), ''), 'licenceExpiresOn', r.licence_expires_on,
      'groups', (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(r.group_ids)),
      'hiredOn', r.hired_on, 'leftOn', r.left_on, 'emergencyName', r.emergency_name,
      'emergencyPhone', r.emergency_phone, 'note', r.note, 'account', u.username,
      'tags', (SELECT string_agg(concat_ws(' ', t.kind, t.tag, NULLIF(t.from_time, '-infinity'), '–' || t.to_time), ', '
                 ORDER BY t.from_time, t.id) FROM driver_tags t WHERE t.driver_id = r.id)) || own_named(r.organisation_id, 'driver', r.own)`,
      joins: 'LEFT JOIN users u ON u.id = r.user_id',
    },
    search: { note: `concat_ws(' · ', r.number, r.phone, r.licence_number)` },
    conflicts: {
      drivers_number: { field: 'number', fault: 'driver-number' },
      drivers_user: { field: 'userId', fault: 'driver-account' },
    },
  },
  device: {
    ...OWN,
    subject: 'device',
    table: 'devices',
    joins: 'LEFT JOIN installations i ON i.device_id = r.id AND i.removed_at IS NULL',
    vehicleId: 'i.vehicle_id',
    name: 'r.identity',
    andShown: (scope) => andSeenDevice(scope, 'r.id'),
    change: OPEN,
    audit: {
      name: 'identity',
      versioned: true,
      values: `jsonb_build_object(
      'identity', r.identity, 'protocol', r.protocol, 'model', r.model, 'simNumber', r.sim_number,
      'networks', NULLIF(array_to_string(r.networks, ', '), ''), 'secretSince', r.secret_since)`,
    },
    search: {
      joins: 'LEFT JOIN vehicles v ON v.id = i.vehicle_id',
      note: `concat_ws(' · ', r.model, v.registration)`,
    },
    conflicts: {
      // The same text for devices of the caller and of other organisations, so that their owner is not revealed.
      devices_identity: { field: 'identity', fault: 'device-registered' },
    },
  },
  fence: {
    ...OWN,
    subject: 'fence',
    table: 'geofences',
    andShown: (scope) => andSeenFence(scope, 'r'),
    change: OF_ORGANISATION,
    audit: {
      // Coordinates are unreadable: kind and area are shown instead, with a checksum that reveals a changed outline.
      name: 'name',
      versioned: true,
      values: `jsonb_build_object(
      'name', r.name, 'description', r.description, 'colour', r.colour, 'tags', array_to_string(r.tags, ', '),
      'kind', r.shape ->> 'kind', 'areaM2', round(r.area_m2), 'outline', left(md5(r.shape::text), 8),
      'speedLimitKph', r.speed_limit_kph, 'betweenFixes', nullif(r.between_fixes, false), 'schedule', r.schedule, 'vehicles', (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
        FROM vehicles v WHERE v.id = ANY(r.vehicle_ids)),
      'groups', (SELECT string_agg(o.name, ', ' ORDER BY o.name) FROM vehicle_groups o WHERE o.id = ANY(r.group_ids)),
      'alarms', (SELECT string_agg(concat_ws(' ', substr(a.condition ->> 'kind', 9), a.condition ->> 'afterS',
                   a.severity), ', ' ORDER BY a.condition ->> 'kind')
                 FROM alarm_rules a WHERE a.fence_id = r.id AND a.deleted_at IS NULL AND a.enabled))`,
    },
    search: { note: `coalesce(r.description, '')` },
  },
  'service-plan': {
    ...OWN,
    subject: 'service-plan',
    table: 'service_plans',
    name: 'r.task',
    // A plan lists all its vehicles, so people limited to some vehicles do not see it.
    andShown: ({ limit }) => ` AND ${String(limit === null)}`,
    change: OF_ORGANISATION,
    audit: {
      name: 'task',
      versioned: true,
      hides: true,
      values: `jsonb_build_object('task', r.task, 'everyM', r.every_m,
      'everyEngineS', r.every_engine_s, 'everyMonths', r.every_months, 'leadM', r.lead_m, 'leadEngineS', r.lead_engine_s,
      'leadDays', r.lead_days, 'allVehicles', NULLIF(r.all_vehicles, false), 'vehicles', (SELECT string_agg(v.registration, ', ' ORDER BY v.registration)
        FROM vehicles v WHERE v.id = ANY(r.vehicle_ids)),
      'groups', (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM vehicle_groups g WHERE g.id = ANY(r.group_ids)),
      'types', NULLIF(array_to_string(r.types, ', '), ''), 'countedFrom', r.counted_from, 'note', r.note)`,
    },
    search: { note: `coalesce(r.note, '')` },
    most: 1000,
  },
  'work-order': {
    ...OWN,
    subject: 'work-order',
    table: 'work_orders',
    joins: 'JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN contacts c ON c.id = r.vendor_id',
    vehicleId: 'r.vehicle_id',
    name: `'WO-' || r.number || ' · ' || r.title`,
    andShown: (scope) => andSeen(scope, 'r.vehicle_id'),
    many: true,
    change: { ...OPEN, final: { when: `r.state = 'done'`, fault: 'work-order-done' } },
    audit: {
      name: 'name',
      versioned: true,
      hides: true,
      values: `jsonb_build_object('name', 'WO-' || r.number || ' · ' || r.title, 'state', r.state,
      'vehicle', v.registration, 'vendor', c.name,
      'tasks', (SELECT string_agg(concat(task ->> 'text', CASE WHEN (task ->> 'done')::boolean THEN ' ✓' END), '; ')
        FROM jsonb_array_elements(r.tasks) task),
      'parts', (SELECT string_agg(concat_ws(' ', part ->> 'quantity', '×', part ->> 'name', part ->> 'price'), '; ')
        FROM jsonb_array_elements(r.parts) part),
      'labourHours', r.labour_hours, 'labourCost', r.labour_cost, 'cost', r.cost, 'currency', r.currency,
      'outFrom', r.out_from, 'outTo', r.out_to, 'doneOn', r.done_on, 'odometerM', r.odometer_m,
      'billNumber', r.bill_number, 'note', r.note)`,
    },
    search: { note: `concat_ws(' · ', v.registration, c.name, r.bill_number)` },
  },
  inspection: {
    ...OWN,
    subject: 'inspection',
    table: 'inspections',
    joins: 'JOIN vehicles v ON v.id = r.vehicle_id',
    vehicleId: 'r.vehicle_id',
    name: `v.registration || ' · ' || r.name`,
    andShown: (scope) => andSeen(scope, 'r.vehicle_id'),
    many: true,
    change: { ...OPEN, final: { when: 'true', fault: 'inspection-signed' } },
    audit: {
      name: 'vehicle',
      hides: true,
      values: `jsonb_build_object('vehicle', v.registration, 'checklist', r.name, 'at', r.at, 'defects', r.defects,
      'severity', r.severity, 'odometerM', r.odometer_m, 'signedBy', r.signed_by, 'note', r.note)`,
    },
    search: { note: `concat_ws(' · ', r.at::date, r.signed_by)` },
  },
  alarm: {
    subject: 'alarm',
    table: 'alarms',
    joins: 'JOIN vehicles v ON v.id = r.vehicle_id JOIN alarm_rules rule ON rule.id = r.rule_id',
    organisationId: 'v.organisation_id',
    vehicleId: 'v.id',
    name: 'rule.name',
    andThere: '',
    gone: null,
    andShown: (scope) => andSeen(scope),
    many: true,
    change: OPEN,
    audit: null,
    // Found by its vehicle and time, in the alarm list.
    search: null,
  },
} as const satisfies Partial<Record<RecordKind, StoredRecord>>;
