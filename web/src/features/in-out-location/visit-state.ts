import { addDays, isDay, startOfDay } from '../../text/local-day.ts';

export const TABS = ['log', 'inside', 'totals'] as const;
export type Tab = (typeof TABS)[number];

/** The filters of visit duration, minutes. */
export const LASTING = {
  'under-5': { maxS: 300 },
  '5-30': { minS: 300, maxS: 1800 },
  '30-120': { minS: 1800, maxS: 7200 },
  '120-480': { minS: 7200, maxS: 28_800 },
  'over-480': { minS: 28_800 },
} as const;
export type Lasting = keyof typeof LASTING;
const isLasting = (text: string | null): text is Lasting => text !== null && Object.hasOwn(LASTING, text);

/** The filter of visits in the page's address, besides the state of the table. */
export interface VisitState {
  tab: Tab;
  /** The first and the last day, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  vehicleId: number | null;
  groupId: number | null;
  fenceId: number | null;
  tag: string | null;
  lasting: Lasting | null;
  /** The moment at which the vehicles were inside, epoch milliseconds; null for now. */
  at: number | null;
}

/** The default number of days, including today. */
const DAYS = 7;
/** The longest range that the server accepts. */
export const MAX_DAYS = 400;

/** Reads an address; missing or invalid parameters get their defaults. */
export function readVisitState(params: URLSearchParams, today: string): VisitState {
  const [from, to] = [params.get('from'), params.get('to')];
  const known = isDay(from) && isDay(to) && from <= to;
  const id = (name: string) => {
    const text = params.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  };
  const lasting = params.get('lasting');
  const at = Date.parse(params.get('at') ?? '');
  return {
    tab: TABS.find((each) => each === params.get('tab')) ?? 'log',
    from: known ? from : addDays(today, 1 - DAYS),
    to: known ? to : today,
    vehicleId: id('vehicle'),
    groupId: id('group'),
    fenceId: id('fence'),
    tag: params.get('tag')?.slice(0, 60) || null,
    lasting: isLasting(lasting) ? lasting : null,
    at: Number.isFinite(at) ? at : null,
  };
}

/** The filter of vehicles and geofences, as the calls' input. */
export const visitFilterOf = ({ vehicleId, groupId, fenceId, tag }: VisitState) => ({
  ...(vehicleId !== null && { vehicleId }),
  ...(groupId !== null && { groupId }),
  ...(fenceId !== null && { fenceId }),
  ...(tag !== null && { tag }),
});

/** The filter of time and duration, as the calls' input. */
export const visitRangeOf = ({ from, to, lasting }: VisitState) => ({
  from: new Date(startOfDay(from)).toISOString(),
  to: new Date(startOfDay(addDays(to, 1))).toISOString(),
  ...(lasting !== null && LASTING[lasting]),
});

interface Listed {
  search: string;
  direction: 'asc' | 'desc';
}

/** The parameters of a report with the same visits. */
const reportParams = ({ vehicleId, groupId, fenceId }: VisitState, { search, direction }: Listed) => ({
  search,
  direction,
  ...(vehicleId !== null && { vehicleIds: [vehicleId] }),
  ...(groupId !== null && { groupIds: [groupId] }),
  ...(fenceId !== null && { fenceIds: [fenceId] }),
});

/** The report that contains the visits of the log, or their totals. */
export function asReport(
  kind: 'geofence-visits' | 'geofence-totals',
  visits: VisitState,
  list: Listed & { sort: string },
) {
  const { from, to, tag, lasting } = visits;
  const { minS = 0, maxS = 0 }: { minS?: number; maxS?: number } = lasting === null ? {} : LASTING[lasting];
  return {
    kind,
    params: {
      ...reportParams(visits, list),
      from,
      to,
      sort: list.sort,
      own: {
        leastDuration: minS,
        mostDuration: maxS,
        tag: tag ?? '',
        ...(kind === 'geofence-visits' && { part: 'whole' }),
      },
      ...(kind === 'geofence-visits' && { columns: LOG_COLUMNS }),
    },
  };
}

/** The columns of the report for the log's file. */
const LOG_COLUMNS = [
  'vehicle',
  'group',
  'driver',
  'fence',
  'start',
  'end',
  'duration',
  'distance',
  'entry',
  'exit',
  'since',
];

/** The report that contains the vehicles inside. */
export const asInsideReport = (visits: VisitState, list: Listed) => ({
  kind: 'inside-geofences',
  params: {
    ...reportParams(visits, list),
    sort: 'fence',
    own: { at: visits.at === null ? '' : new Date(visits.at).toISOString(), tag: visits.tag ?? '' },
  },
});

/** True if the range exceeds the maximum. */
export const isTooLong = ({ from, to }: Pick<VisitState, 'from' | 'to'>): boolean => addDays(from, MAX_DAYS - 1) < to;

/** True if anything but the days filters the list. */
export const isNarrowed = (state: VisitState): boolean =>
  state.lasting !== null || Object.keys(visitFilterOf(state)).length > 0;
