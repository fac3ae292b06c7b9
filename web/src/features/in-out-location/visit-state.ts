import { addDays, isDay, startOfDay } from '../../text/local-day.ts';

export const TABS = ['log', 'inside', 'totals'] as const;
export type Tab = (typeof TABS)[number];

/** Stays of these lengths, minutes. */
export const LASTING = {
  'under-5': { maxS: 300 },
  '5-30': { minS: 300, maxS: 1800 },
  '30-120': { minS: 1800, maxS: 7200 },
  '120-480': { minS: 7200, maxS: 28_800 },
  'over-480': { minS: 28_800 },
} as const;
export type Lasting = keyof typeof LASTING;
const isLasting = (text: string | null): text is Lasting => text !== null && Object.hasOwn(LASTING, text);

/** What the address of the page narrows the visits to, besides what the table keeps there. */
export interface VisitState {
  tab: Tab;
  /** First and last day, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  vehicleId: number | null;
  groupId: number | null;
  fenceId: number | null;
  tag: string | null;
  lasting: Lasting | null;
  /** The moment at which they were inside, epoch milliseconds; null for now. */
  at: number | null;
}

/** Days that are shown unless others are asked for, today included. */
const DAYS = 7;
/** The longest range that the server answers for. */
export const MOST_DAYS = 400;

/** Reads an address; whatever is missing or wrong in it is left at its default. */
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

/** Which visits, as calls take it. */
export const whichOf = ({ vehicleId, groupId, fenceId, tag }: VisitState) => ({
  ...(vehicleId !== null && { vehicleId }),
  ...(groupId !== null && { groupId }),
  ...(fenceId !== null && { fenceId }),
  ...(tag !== null && { tag }),
});

/** When, and of what length, as calls take it. */
export const whenOf = ({ from, to, lasting }: VisitState) => ({
  from: new Date(startOfDay(from)).toISOString(),
  to: new Date(startOfDay(addDays(to, 1))).toISOString(),
  ...(lasting !== null && LASTING[lasting]),
});

interface Listed {
  search: string;
  direction: 'asc' | 'desc';
}

/** What a report is asked for the same visits. */
const reportParams = ({ vehicleId, groupId, fenceId }: VisitState, { search, direction }: Listed) => ({
  search,
  direction,
  ...(vehicleId !== null && { vehicleIds: [vehicleId] }),
  ...(groupId !== null && { groupIds: [groupId] }),
  ...(fenceId !== null && { fenceIds: [fenceId] }),
});

/** The report that has the visits of the log, or their totals. */
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

/** The columns of the report that the file of the log has. */
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

/** The report that has who is inside. */
export const asInsideReport = (visits: VisitState, list: Listed) => ({
  kind: 'inside-geofences',
  params: {
    ...reportParams(visits, list),
    sort: 'fence',
    own: { at: visits.at === null ? '' : new Date(visits.at).toISOString(), tag: visits.tag ?? '' },
  },
});

/** Whether the range is longer than can be asked for. */
export const isTooLong = ({ from, to }: Pick<VisitState, 'from' | 'to'>): boolean => addDays(from, MOST_DAYS - 1) < to;

/** Whether anything but the days narrows the list. */
export const isNarrowed = (state: VisitState): boolean =>
  state.lasting !== null || Object.keys(whichOf(state)).length > 0;
