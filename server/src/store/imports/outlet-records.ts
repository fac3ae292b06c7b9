import { fault } from '@milepost/contract/fault';
import { metresBetween } from '@milepost/contract/fence-geometry';
import { ARRIVAL_M, NEAR_OUTLET_M } from '@milepost/contract/outlet-kinds';
import type { ImportTarget, LineFault, ParsedLine, ResolvedLine, Value } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { roomFor } from '../quotas.ts';
import { readTable, type RecordTable } from './table-records.ts';

export const OUTLET_TABLE: RecordTable = {
  table: 'outlets',
  columns: {
    code: ['code', 'text'],
    name: ['name', 'text'],
    address: ['address', 'text'],
    lat: ['lat', 'float8'],
    lon: ['lon', 'float8'],
    radiusM: ['radius_m', 'int'],
    contactName: ['contact_name', 'text'],
    phone: ['phone', 'text'],
    hours: ['hours', 'text'],
    serviceMin: ['service_min', 'int'],
    class: ['class', 'text'],
    visitsPerWeek: ['visits_per_week', 'float8'],
    state: ['state', 'text'],
    note: ['note', 'text'],
  },
  versioned: true,
  own: true,
  used: `EXISTS (SELECT FROM file_links l WHERE l.record_kind = 'outlet' AND l.record_id = t.id)
    OR EXISTS (SELECT FROM tasks k WHERE k.record_kind = 'outlet' AND k.record_id = t.id AND k.deleted_at IS NULL)
    OR EXISTS (SELECT FROM route_plan_stops p WHERE p.outlet_id = t.id)
    OR EXISTS (SELECT FROM route_run_stops p WHERE p.outlet_id = t.id)`,
};

const DEFAULTS = {
  address: null,
  lat: null,
  lon: null,
  radiusM: ARRIVAL_M.usual,
  contactName: null,
  phone: null,
  hours: null,
  serviceMin: null,
  class: null,
  visitsPerWeek: null,
  state: 'active',
  note: null,
} as const;

interface Placed {
  /** Null for a line of the file. */
  id: number | null;
  /** The code, or the line number. */
  name: string | number;
  lat: number;
  lon: number;
}

const METRES_PER_DEGREE = 111_195;
const bandOf = (lat: number) => Math.floor((lat * METRES_PER_DEGREE) / NEAR_OUTLET_M);

/** Indexes outlets by bands of latitude, to find those near a point quickly. */
function createNearIndex(all: readonly Placed[]) {
  const bands = new Map<number, Placed[]>();
  function add(one: Placed): void {
    const band = bandOf(one.lat);
    bands.set(band, [...(bands.get(band) ?? []), one]);
  }
  for (const one of all) add(one);
  return {
    add,
    /** The nearest of the other outlets within the limit. */
    nearest({ id, lat, lon }: Placed): { one: Placed; metres: number } | null {
      const band = bandOf(lat);
      let best: { one: Placed; metres: number } | null = null;
      for (const one of [band - 1, band, band + 1].flatMap((near) => bands.get(near) ?? [])) {
        const metres = id !== null && one.id === id ? Infinity : metresBetween({ lat, lon }, one);
        if (metres < NEAR_OUTLET_M && (best === null || metres < best.metres)) best = { one, metres };
      }
      return best;
    },
  };
}

const codeOf = ({ given }: ParsedLine) => (typeof given['code'] === 'string' ? given['code'] : '');

/** Finds outlets by code, and possible duplicates with another code. */
export async function resolveOutlets(
  db: Queryable,
  { organisationId, mode }: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const { rows } = await db.query<{ id: number; key: string }>(
    `SELECT asked.code AS key, u.id FROM unnest($2::text[]) AS asked(code)
     JOIN outlets u ON u.organisation_id = $1 AND upper(u.code) = upper(asked.code) AND u.deleted_at IS NULL`,
    [organisationId, [...new Set(lines.map(codeOf))]],
  );
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  const stored = await readTable(db, OUTLET_TABLE, organisationId, [...ids.values()]);
  const placed = await db.query<Placed>(
    `SELECT id, code AS name, lat, lon FROM outlets
     WHERE organisation_id = $1 AND deleted_at IS NULL AND lat IS NOT NULL`,
    [organisationId],
  );
  const near = createNearIndex(placed.rows);
  const { left, most } = await roomFor(db, 'outlet', organisationId, lines.length);
  let fresh = 0;

  return lines.map((parsed): ResolvedLine => {
    const { line, given } = parsed;
    const code = codeOf(parsed);
    const faults: LineFault[] = [];
    const id = ids.get(code) ?? null;
    if (id !== null && mode === 'new') faults.push({ field: 'code', fault: fault('record-there', { name: code }) });
    if (id === null) fresh += 1;
    if (id === null && fresh > left) faults.push({ field: 'code', fault: fault('most-kept', { most }) });
    const before = id === null ? null : (stored.get(id) ?? null);
    const { place, latitude, longitude, nearOthers, ...fields } = given;
    const after: Record<string, Value> = { ...DEFAULTS, ...before, ...fields };
    delete after['version'];
    const [lat, lon] = Array.isArray(place) ? [Number(place[0]), Number(place[1])] : [latitude, longitude];
    if (typeof lat === 'number' && typeof lon === 'number') {
      const field = Array.isArray(place) ? 'place' : 'latitude';
      if (lat === 0 && lon === 0) faults.push({ field, fault: fault('place-zero') });
      const moved = lat !== before?.['lat'] || lon !== before['lon'];
      Object.assign(after, { lat, lon });
      const here: Placed = { id, name: line, lat, lon };
      const found = moved && nearOthers !== true ? near.nearest(here) : null;
      if (found) faults.push({ field, fault: nearFault(found.one, Math.round(found.metres)) });
      if (moved && faults.length === 0) near.add(here);
    } else if (lat !== undefined || lon !== undefined) {
      faults.push({ field: lat === undefined ? 'latitude' : 'longitude', fault: fault('both-degrees') });
    }
    return { line, name: code, id, before, after, wants: [], faults };
  });
}

const nearFault = ({ name }: Placed, metres: number) =>
  typeof name === 'number' ? fault('outlet-near-line', { line: name, metres }) : fault('outlet-near', { name, metres });
