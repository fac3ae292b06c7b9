import { VEHICLE_TYPES } from '@milepost/contract/vehicle-kinds';
import { REPORT_GROUPS, REPORT_PRESETS, type ReportFilter } from '@milepost/contract/report-kinds';
import type { ReportParams } from '@milepost/contract/report-operations';
import { isDay } from '../../text/local-day.ts';
import { PAGE_SIZES } from '../../ui/data-table/table-state.ts';

/** The state of a report in the address: a link is a report. Omitted parameters get the report's defaults. */
export type ReportState = ReportParams & { page: number; pageSize: number };

const IDS = {
  vehicles: 'vehicleIds',
  groups: 'groupIds',
  drivers: 'driverIds',
  fences: 'fenceIds',
  rules: 'ruleIds',
} as const;
/** The prefix of the report's own thresholds. */
const OWN = 'own.';
const PAGE_SIZE = 50;
const MAX_OWN = 20;
const MAX_TEXT = 60;
const MAX_SEARCH = 100;

/** The format of column names and group keys. */
const isKey = (text: string) => /^[\w.-]{0,40}$/.test(text);
const keyOf = (text: string | null) => (text !== null && isKey(text) ? text : undefined);

const among = <One extends string>(all: readonly One[], text: string | null | undefined): One | undefined =>
  all.find((one) => one === text);

const listOf = (text: string | null) => (text === null ? [] : text.split(',').filter((part) => part !== ''));

/** The ids in an address; invalid ones are omitted. */
export const idsOf = (text: string | null): number[] =>
  [...new Set(listOf(text).map(Number))].filter((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647);

/** Reads the state from an address; invalid parameters count as omitted. */
export function readReportState(params: URLSearchParams): ReportState {
  const [from, to] = [params.get('from'), params.get('to')];
  const days = isDay(from) && isDay(to) ? { from, to } : {};
  const [by, ...key] = (params.get('only') ?? '').split(':');
  const onlyBy = among(REPORT_GROUPS, by);
  const own = [...params]
    .filter(([name, value]) => name.startsWith(OWN) && isKey(name.slice(OWN.length)) && value.length <= MAX_TEXT)
    .slice(0, MAX_OWN)
    .map(([name, value]) => {
      const number = Number(value);
      // A text like 007 stays a text.
      const isNumber = String(number) === value && Math.abs(number) <= 1e12;
      return [name.slice(OWN.length), isNumber ? number : value] as const;
    });
  const types = VEHICLE_TYPES.filter((type) => listOf(params.get('types')).includes(type));
  const page = Number(params.get('page'));
  const direction = params.get('direction');
  return {
    ...days,
    range: among(REPORT_PRESETS, params.get('range')),
    ...Object.fromEntries(
      Object.entries(IDS).flatMap(([name, field]) => {
        const ids = idsOf(params.get(name));
        return ids.length === 0 ? [] : [[field, ids]];
      }),
    ),
    ...(types.length > 0 && { vehicleTypes: types }),
    ...(params.get('search') && { search: (params.get('search') ?? '').slice(0, MAX_SEARCH) }),
    ...(own.length > 0 && { own: Object.fromEntries(own) }),
    only: onlyBy && isKey(key.join(':')) ? { by: onlyBy, key: key.join(':') } : undefined,
    group: among(REPORT_GROUPS, params.get('group')),
    ...(params.get('subtotals') === 'yes' && { subtotals: true }),
    sort: keyOf(params.get('sort')),
    direction: direction === 'asc' || direction === 'desc' ? direction : undefined,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: PAGE_SIZES.find((size) => size === Number(params.get('size'))) ?? PAGE_SIZE,
  };
}

/** The columns in the person's order; null for the report's default. */
export const readColumns = (params: URLSearchParams): string[] | null =>
  params.has('columns') ? listOf(params.get('columns')) : null;

/** The address after a change of the parameters, on its first page. Null removes a parameter. */
export function withReport(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The filters of a report besides its days. */
const NARROWING: readonly string[] = [...Object.keys(IDS), 'types', 'search', 'only'];

/** The change that removes all filters of a report, and sets the range to the last 30 days. */
export function cleared(params: URLSearchParams): Record<string, string | null> {
  const narrowed = [...params.keys()].filter((name) => NARROWING.includes(name) || name.startsWith(OWN));
  return { ...Object.fromEntries(narrowed.map((name) => [name, null])), from: null, to: null, range: 'last-30' };
}

export const ownName = (key: string): string => `${OWN}${key}`;

/** The number of ids in a filter. */
export const idsIn = (state: ReportState, filter: ReportFilter): readonly number[] => state[IDS[filter]] ?? [];
