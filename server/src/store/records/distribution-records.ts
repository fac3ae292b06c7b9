import { MAX_OUTLETS } from '@milepost/contract/outlet-kinds';
import type { RecordKind } from '@milepost/contract/record-kinds';
import { MAX_ROUTES } from '@milepost/contract/route-kinds';
import { MAX_TERRITORIES } from '@milepost/contract/territory-kinds';
import { andSeenOutlet, andSeenTerritory } from '../common-records.ts';
import { andSeenRoute } from '../routes/route-rows.ts';
import { andSeen } from '../scope.ts';
import { OF_ORGANISATION, OPEN, OWN, type StoredRecord } from './stored-record.ts';

/** The records of distribution. */
export const DISTRIBUTION_RECORDS = {
  outlet: {
    ...OWN,
    subject: 'outlet',
    table: 'outlets',
    andShown: (scope) => andSeenOutlet(scope, 'r'),
    change: OF_ORGANISATION,
    audit: {
      name: 'name',
      versioned: true,
      hides: true,
      values: `jsonb_build_object('code', r.code, 'name', r.name, 'address', r.address, 'lat', r.lat, 'lon', r.lon,
      'radiusM', r.radius_m,
      'outline', left(md5(r.area::text), 8), 'contactName', r.contact_name, 'phone', r.phone, 'hours', r.hours,
      'serviceMin', r.service_min, 'class', r.class, 'visitsPerWeek', r.visits_per_week,
      'outletState', NULLIF(r.state, 'active'), 'territory', hand.name, 'note', r.note)
      || own_named(r.organisation_id, 'outlet', r.own)`,
      joins: 'LEFT JOIN territories hand ON hand.id = r.hand_territory_id',
    },
    search: { note: `concat_ws(' · ', r.code, r.address)` },
    conflicts: {
      outlets_code: { field: 'code', fault: 'outlet-code' },
    },
    most: MAX_OUTLETS,
  },
  territory: {
    ...OWN,
    subject: 'territory',
    table: 'territories',
    andShown: (scope) => andSeenTerritory(scope, 'r'),
    change: OF_ORGANISATION,
    audit: {
      name: 'name',
      versioned: true,
      hides: true,
      values: `jsonb_build_object('name', r.name, 'colour', r.colour, 'manager', boss.display_name,
      'nextManager', heir.display_name, 'nextFrom', r.next_from, 'validFrom', r.valid_from,
      'areas', NULLIF(jsonb_array_length(r.areas), 0), 'outline', left(md5(NULLIF(r.areas, '[]')::text), 8))`,
      joins: 'LEFT JOIN users boss ON boss.id = r.manager_id LEFT JOIN users heir ON heir.id = r.next_manager_id',
    },
    search: { joins: 'LEFT JOIN users boss ON boss.id = r.manager_id', note: `coalesce(boss.display_name, '')` },
    conflicts: {
      territories_name: { field: 'name', fault: 'territory-name' },
    },
    most: MAX_TERRITORIES,
  },
  route: {
    ...OWN,
    subject: 'route',
    table: 'routes',
    andShown: (scope) => andSeenRoute(scope, 'r'),
    change: OF_ORGANISATION,
    audit: {
      name: 'name',
      versioned: true,
      hides: true,
      values: `jsonb_build_object('name', r.name, 'colour', r.colour, 'archivedAt', r.archived_at, 'note', r.note)`,
    },
    search: { note: `coalesce(r.note, '')` },
    conflicts: {
      routes_name: { field: 'name', fault: 'route-name' },
    },
    most: MAX_ROUTES,
  },
  // A day of a route; its photos are those of its stops.
  run: {
    ...OWN,
    subject: 'route-run',
    table: 'route_runs',
    joins: 'JOIN routes ro ON ro.id = r.route_id',
    vehicleId: 'r.vehicle_id',
    name: `ro.name || ' · ' || r.day`,
    andThere: '',
    gone: null,
    andShown: (scope) => andSeen(scope, 'r.vehicle_id'),
    many: true,
    change: {
      ...OPEN,
      finalFiles: {
        when: 'EXISTS (SELECT FROM run_word_photos p WHERE p.run_id = l.record_id AND p.file_id = l.file_id)',
        fault: 'photo-of-driver',
      },
    },
    audit: {
      name: 'run',
      versioned: true,
      values: `jsonb_build_object(
      'run', concat_ws(' · ', ro.name, r.day), 'vehicle', v.registration,
      'vehicleSince', r.vehicle_from, 'driver', d.name, 'runState', r.state,
      'usedAnyway', r.override ->> 'reason', 'from', r.starts_at, 'to', r.ends_at, 'load', r.load, 'stops', (SELECT string_agg(o.code, ', ' ORDER BY s.position)
        FROM route_run_stops s JOIN outlets o ON o.id = s.outlet_id WHERE s.run_id = r.id AND s.skip_reason IS NULL),
      'skipped', (SELECT string_agg(o.code, ', ' ORDER BY s.position)
        FROM route_run_stops s JOIN outlets o ON o.id = s.outlet_id
        WHERE s.run_id = r.id AND s.skip_reason IS NOT NULL))`,
      joins: 'LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN drivers d ON d.id = r.driver_id',
    },
    // Found by its route and day, in the calendar of runs.
    search: null,
  },
} as const satisfies Partial<Record<RecordKind, StoredRecord>>;
