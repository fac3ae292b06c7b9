import { addDays, isDay } from '../../text/local-day.ts';

/** The state in the address of the timeline: the same address opens the same view. */
export interface TimelineState {
  /** `YYYY-MM-DD`; null for today, whatever the date. */
  day: string | null;
  search: string;
  groupId: number | null;
  /** Limits the rows to these; empty for all. */
  vehicleIds: number[];
  /** The visible part of the day, minutes since its begin; null for all of it. */
  part: readonly [number, number] | null;
  asTable: boolean;
  /** The page of the table. */
  page: number;
}

const ID = /^[1-9]\d{0,8}$/;
const MAX_VEHICLES = 200;
const MIN_MINUTES = 5;

/** Reads an address; missing or invalid parameters get their defaults. */
export function readTimelineState(params: URLSearchParams): TimelineState {
  const day = params.get('day');
  const group = params.get('group') ?? '';
  const ids = (params.get('vehicle') ?? '').split(',').filter((id) => ID.test(id));
  const page = Number(params.get('page'));
  return {
    day: isDay(day) ? day : null,
    search: (params.get('search') ?? '').slice(0, 100),
    groupId: ID.test(group) ? Number(group) : null,
    vehicleIds: ids.slice(0, MAX_VEHICLES).map(Number),
    part: partOf(params.get('part')),
    asTable: params.get('view') === 'table',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  };
}

function partOf(text: string | null): TimelineState['part'] {
  const found = /^(\d{1,4})-(\d{1,4})$/.exec(text ?? '');
  const [from, to] = [Number(found?.[1] ?? Number.NaN), Number(found?.[2] ?? Number.NaN)];
  return to - from >= MIN_MINUTES && to <= 26 * 60 ? [from, to] : null;
}

/** The address after a change; defaults are omitted. Another list begins at its first page. */
export function writeTimelineState(params: URLSearchParams, change: Partial<TimelineState>): URLSearchParams {
  const next = {
    ...readTimelineState(params),
    ...('page' in change || 'part' in change ? {} : { page: 1 }),
    ...change,
  };
  const result = new URLSearchParams(params);
  const put = (key: string, value: string | number | null) =>
    value === null || value === '' ? result.delete(key) : result.set(key, String(value));
  put('day', next.day);
  put('search', next.search);
  put('group', next.groupId);
  put('vehicle', next.vehicleIds.join(','));
  put('part', next.part && next.part.map(Math.round).join('-'));
  put('view', next.asTable ? 'table' : null);
  put('page', next.page === 1 ? null : next.page);
  return result;
}

/** The day before or after; the day after yesterday is today, which is not in the address as a date. */
export function stepDay(day: string | null, today: string, days: number): string | null {
  const next = addDays(day ?? today, days);
  return next >= today ? null : next;
}
