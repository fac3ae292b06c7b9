import { RUN_DAY_STATES, type RunDayState, STOP_FIGURES, type StopFigure } from '@milepost/contract/run-day-kinds';
import { useSearchParams } from 'react-router';
import { SAME_PAGE } from '../../../ui/same-page.ts';

export interface DayState {
  /** Null for today. */
  day: string | null;
  territoryId: number | null;
  depotId: number | null;
  states: RunDayState[];
  search: string;
  page: number;
  /** The figure whose stops are listed beside it. */
  behind: StopFigure | null;
}

const idOf = (text: string | null): number | null => Number(text) || null;
const isDay = (text: string | null): text is string => text !== null && /^[12]\d{3}-\d\d-\d\d$/.test(text);

export function readDayState(params: URLSearchParams): DayState {
  const day = params.get('day');
  const states = params.get('state')?.split(',') ?? [];
  return {
    day: isDay(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : null,
    territoryId: idOf(params.get('territory')),
    depotId: idOf(params.get('depot')),
    states: RUN_DAY_STATES.filter((state) => states.includes(state)),
    search: params.get('search') ?? '',
    page: Math.min(100_000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
    behind: STOP_FIGURES.find((figure) => figure === params.get('behind')) ?? null,
  };
}

export function writeDayState(params: URLSearchParams, part: Partial<DayState>): URLSearchParams {
  const state = { ...readDayState(params), ...('behind' in part || 'page' in part ? {} : { page: 1 }), ...part };
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | number | null) => {
    if (value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  };
  put('day', state.day);
  put('territory', state.territoryId);
  put('depot', state.depotId);
  put('state', state.states.join(','));
  put('search', state.search);
  put('page', state.page === 1 ? null : state.page);
  put('behind', state.behind);
  return next;
}

/** The view of a day, stored in the address so that a link opens the same one. */
export function useDayState() {
  const [params, setParams] = useSearchParams();
  return {
    state: readDayState(params),
    change: (part: Partial<DayState>) => setParams((current) => writeDayState(current, part), SAME_PAGE),
    /** The address of this view with a change, for links. */
    address: (part: Partial<DayState>) => `/dashboard/distribution-main?${writeDayState(params, part).toString()}`,
  };
}
