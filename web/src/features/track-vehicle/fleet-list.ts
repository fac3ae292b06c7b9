import type { LiveVehicle } from '@milepost/contract/live';
import type { VehicleStatus } from '@milepost/contract/live-constants';
import { type FleetTable, MARK } from '../../live/fleet-table.ts';
import { statusAt, vehicleState } from '../../live/vehicle-state.ts';
import { speedNow } from './speed-text.ts';

export const SORTS = ['registration', 'status', 'speed', 'heard'] as const;
export type Sort = (typeof SORTS)[number];

export interface ListQuery {
  status: VehicleStatus | null;
  /** Only vehicles with a critical alarm. */
  alarmed: boolean;
  /** Words that must all occur in registration, driver or group. */
  q: string;
  groupId: number | null;
  sort: Sort;
  grouped: boolean;
  collapsed: ReadonlySet<number>;
}

export type ListRow =
  | { kind: 'vehicle'; id: number }
  /** `groupId` 0 stands for vehicles without a group. */
  | { kind: 'group'; groupId: number; name: string | null; moving: number; total: number; collapsed: boolean };

export interface FleetList {
  rows: ListRow[];
  /** The counts of the chips: all vehicles that match the search, whatever their status. */
  counts: Record<VehicleStatus, number>;
  total: number;
  /** The number of them with a critical alarm. */
  alarmed: number;
  /** The vehicles that match every filter, in the order of the list, including collapsed groups. */
  ids: number[];
  /** True if a filter is active. */
  filtered: boolean;
}

interface Fleet {
  vehicles: ReadonlyMap<number, LiveVehicle>;
  table: FleetTable;
}

const NO_GROUP = 0;
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Removes accents and case, so that "lucia" finds "Lucía". */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const haystacks = new WeakMap<LiveVehicle, string>();

/** The searchable text of a vehicle, with the registration also without spaces. */
function haystack(vehicle: LiveVehicle): string {
  let text = haystacks.get(vehicle);
  if (text === undefined) {
    const { registration, driverName, groupName } = vehicle;
    text = fold([registration, registration.replaceAll(/[\s-]/g, ''), driverName ?? '', groupName ?? ''].join('\n'));
    haystacks.set(vehicle, text);
  }
  return text;
}

const STATUS_ORDER: Record<VehicleStatus, number> = {
  running: 0,
  idle: 1,
  silent: 2,
  stopped: 3,
  inactive: 4,
  expired: 5,
  never: 6,
};
const byPlate = (a: LiveVehicle, b: LiveVehicle) => collator.compare(a.registration, b.registration) || a.id - b.id;

const sorted = new WeakMap<ReadonlyMap<number, LiveVehicle>, { revision: number; vehicles: LiveVehicle[] }>();

/**
 * The vehicles by registration; sorted again only when names changed, because comparing 100,000 names takes a while.
 */
function inPlateOrder(vehicles: ReadonlyMap<number, LiveVehicle>, revision: number): LiveVehicle[] {
  const held = sorted.get(vehicles);
  if (held?.revision === revision) return held.vehicles;
  const fresh = [...vehicles.values()].toSorted(byPlate);
  sorted.set(vehicles, { revision, vehicles: fresh });
  return fresh;
}

function sortBy(vehicles: LiveVehicle[], sort: Sort, table: FleetTable): LiveVehicle[] {
  if (sort === 'registration') return vehicles;
  const slot = (vehicle: LiveVehicle) => table.slotOf.get(vehicle.id) ?? -1;
  const key = (vehicle: LiveVehicle): number => {
    const at = slot(vehicle);
    if (sort === 'status') return STATUS_ORDER[statusAt(table, at)];
    const value = sort === 'speed' ? speedNow(vehicleState(table, at)) : (table.heard[at] ?? Number.NaN);
    return value === null || Number.isNaN(value) ? Infinity : -value;
  };
  const keys = new Map(vehicles.map((vehicle) => [vehicle.id, key(vehicle)]));
  // Stable: the order by registration decides between equal values. Infinity minus Infinity is NaN, so values are
  // compared instead of subtracted.
  return vehicles.toSorted((a, b) => {
    const left = keys.get(a.id) ?? 0;
    const right = keys.get(b.id) ?? 0;
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

/** Computes the list. @param revision of the names, `LiveStore.vehiclesRevision` */
export function buildFleetList({ vehicles, table }: Fleet, query: ListQuery, revision: number): FleetList {
  const counts: FleetList['counts'] = { never: 0, running: 0, idle: 0, silent: 0, stopped: 0, inactive: 0, expired: 0 };
  const words = fold(query.q).split(/\s+/).filter(Boolean);
  const passed: LiveVehicle[] = [];
  let total = 0;
  let alarmed = 0;
  for (const vehicle of inPlateOrder(vehicles, revision)) {
    if (query.groupId !== null && vehicle.groupId !== query.groupId) continue;
    if (words.length > 0 && !words.every((word) => haystack(vehicle).includes(word))) continue;
    const slot = table.slotOf.get(vehicle.id) ?? -1;
    const status = statusAt(table, slot);
    const isAlarmed = ((table.marks[slot] ?? 0) & MARK.criticalAlarm) !== 0;
    counts[status]++;
    total++;
    if (isAlarmed) alarmed++;
    if ((query.status === null || query.status === status) && (isAlarmed || !query.alarmed)) passed.push(vehicle);
  }
  const ordered = sortBy(passed, query.sort, table);
  const filtered = query.status !== null || query.alarmed || words.length > 0 || query.groupId !== null;
  if (!query.grouped) {
    const rows = ordered.map(({ id }) => ({ kind: 'vehicle' as const, id }));
    return { rows, counts, total, alarmed, ids: rows.map(({ id }) => id), filtered };
  }
  return { ...groupRows(ordered, query.collapsed, table), counts, total, alarmed, filtered };
}

const nameOf = (members: LiveVehicle[]) => members[0]?.groupName ?? null;

function groupRows(ordered: LiveVehicle[], collapsed: ReadonlySet<number>, table: FleetTable) {
  const groups = new Map<number, LiveVehicle[]>();
  for (const vehicle of ordered) {
    const key = vehicle.groupId ?? NO_GROUP;
    const members = groups.get(key);
    if (members) members.push(vehicle);
    else groups.set(key, [vehicle]);
  }
  const inOrder = [...groups].toSorted(
    ([a, left], [b, right]) =>
      Number(a === NO_GROUP) - Number(b === NO_GROUP) || collator.compare(nameOf(left) ?? '', nameOf(right) ?? ''),
  );
  const rows: ListRow[] = [];
  const ids: number[] = [];
  for (const [groupId, members] of inOrder) {
    const moving = members.filter(({ id }) => statusAt(table, table.slotOf.get(id) ?? -1) === 'running').length;
    const isCollapsed = collapsed.has(groupId);
    rows.push({ kind: 'group', groupId, name: nameOf(members), moving, total: members.length, collapsed: isCollapsed });
    for (const { id } of members) {
      ids.push(id);
      if (!isCollapsed) rows.push({ kind: 'vehicle', id });
    }
  }
  return { rows, ids };
}
