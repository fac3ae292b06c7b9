import type { TableState } from '../../../ui/data-table/table-state.ts';

export interface SampleVehicle {
  id: number;
  registration: string;
  type: 'car' | 'van' | 'truck';
  odometerKm: number;
  lastHeardAt: string;
}

export const SAMPLE_SORTS = ['registration', 'type', 'odometerKm', 'lastHeardAt'] as const;
export type SampleSort = (typeof SAMPLE_SORTS)[number];

const TYPES = ['car', 'van', 'truck'] as const;
const COUNT = 137;
const NEWEST = Date.UTC(2026, 6, 31, 16, 20);

/** Invented vehicles, the same on each visit. */
export const SAMPLE_VEHICLES: readonly SampleVehicle[] = Array.from({ length: COUNT }, (_, index) => ({
  id: index + 1,
  registration: `S${String.fromCodePoint(65 + (index % 20), 65 + ((index * 7) % 26))} ${1000 + ((index * 7919) % 9000)}`,
  type: TYPES[(index * 5) % 3] ?? 'car',
  odometerKm: 4000 + ((index * 6151) % 180_000),
  lastHeardAt: new Date(NEWEST - ((index * 733) % 4000) * 60_000).toISOString(),
}));

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));

/** The reply of a server: a page of the matches, sorted, and their total. */
export function samplePage(state: TableState<SampleSort>): { rows: SampleVehicle[]; total: number } {
  const wanted = state.search.trim().toLowerCase();
  const turn = state.direction === 'asc' ? 1 : -1;
  const found = SAMPLE_VEHICLES.filter(({ registration }) => registration.toLowerCase().includes(wanted)).toSorted(
    (a, b) => turn * compare(a[state.sort], b[state.sort]),
  );
  const start = (state.page - 1) * state.pageSize;
  return { rows: found.slice(start, start + state.pageSize), total: found.length };
}
