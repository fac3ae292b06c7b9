import type { AlarmRow } from '@milepost/contract/alarm-operations';
import type { Severity } from '@milepost/contract/fact-operations';
import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { addDays, spanOfDay, startOfDay } from '../../../text/local-day.ts';

/** The tabs above the list. */
export const TABS = ['all', 'active', 'waiting', 'mine', 'cleared'] as const;
export type Tab = (typeof TABS)[number];

/** The filter of the list, as stored in the address. */
export interface AlarmFilter {
  tab: Tab;
  severities: Severity[];
  ruleId: number | undefined;
  groupId: number | undefined;
  vehicleIds: number[];
  /** The first and the last day, `YYYY-MM-DD`. */
  days: [string, string] | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const idOf = (text: string | null) => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : undefined;
};
const listOf = (text: string | null) => text?.split(',') ?? [];

/** Reads the filter of an address; invalid values are ignored. */
export function readFilter(params: URLSearchParams): AlarmFilter {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  return {
    tab: TABS.find((tab) => tab === params.get('show')) ?? 'all',
    severities: SEVERITIES.filter((name) => listOf(params.get('severity')).includes(name)),
    ruleId: idOf(params.get('rule')),
    groupId: idOf(params.get('group')),
    vehicleIds: listOf(params.get('vehicle')).flatMap((text) => idOf(text) ?? []),
    days: DAY.test(from) && DAY.test(to) && from <= to ? [from, to] : null,
  };
}

const begin = (day: string) => new Date(startOfDay(day)).toISOString();

/** The filter as the input of the call. */
export function filterInput({ tab, severities, ruleId, groupId, vehicleIds, days }: AlarmFilter) {
  return {
    severities,
    vehicleIds,
    ...(ruleId !== undefined && { ruleId }),
    ...(groupId !== undefined && { groupId }),
    ...(days && { from: begin(days[0]), to: begin(addDays(days[1], 1)) }),
    ...(tab === 'waiting' && { state: 'active' as const, acknowledged: false }),
    ...(tab === 'mine' && { state: 'active' as const, assignee: 'me' as const }),
    ...((tab === 'active' || tab === 'cleared') && { state: tab }),
  };
}

/** The columns of the report for the list's file. */
const COLUMNS = [
  'severity',
  'vehicle',
  'group',
  'driver',
  'rule',
  'kind',
  'about',
  'speed',
  'limit',
  'start',
  'last',
  'times',
  'place',
  'state',
  'assignee',
  'acknowledgedBy',
  'acknowledged',
  'reason',
  'clearedBy',
  'cleared',
];
const SORTS = {
  start: 'start',
  severity: 'severity',
  registration: 'vehicle',
  ruleName: 'rule',
  count: 'times',
  lastAt: 'last',
};

interface Listed {
  search: string;
  sort: keyof typeof SORTS;
  direction: 'asc' | 'desc';
}

/** The report that contains the alarms of the list. */
export function asReport(
  { tab, severities, ruleId, groupId, vehicleIds, days }: AlarmFilter,
  { search, sort, direction }: Listed,
) {
  return {
    kind: 'alarms',
    params: {
      ...(days ? { from: days[0], to: days[1] } : { range: 'ever' as const }),
      search,
      vehicleIds,
      ...(ruleId !== undefined && { ruleIds: [ruleId] }),
      ...(groupId !== undefined && { groupIds: [groupId] }),
      own: { show: tab, severity: severities.join('.') },
      sort: SORTS[sort],
      direction,
      columns: COLUMNS,
    },
  };
}

export const isFiltered = ({ tab, severities, ruleId, groupId, vehicleIds, days }: AlarmFilter): boolean =>
  tab !== 'all' ||
  severities.length + vehicleIds.length > 0 ||
  ruleId !== undefined ||
  groupId !== undefined ||
  days !== null;

/** True if a newly raised alarm can match the list's filter; conditions that the row has no data for count as met. */
export function mayBelong(alarm: AlarmRow, { tab, severities, ruleId, vehicleIds, days }: AlarmFilter): boolean {
  if (tab === 'cleared' || tab === 'mine') return false;
  if (severities.length > 0 && !severities.includes(alarm.severity)) return false;
  if (ruleId !== undefined && alarm.ruleId !== ruleId) return false;
  if (vehicleIds.length > 0 && !vehicleIds.includes(alarm.vehicleId)) return false;
  return days === null || Date.parse(alarm.start) < spanOfDay(days[1]).to;
}
