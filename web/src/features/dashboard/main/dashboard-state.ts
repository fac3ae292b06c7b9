import {
  DASHBOARD_FIGURES,
  DASHBOARD_RANGES,
  type DashboardFigure,
  type DashboardRange,
  SILENT_DAYS,
} from '@milepost/contract/dashboard-figures';
import type { DeviceFaultKind } from '@milepost/contract/device-fault';
import { FAULT_KINDS } from '../../../ui/device-fault/fault-kinds.ts';

/** The state in the address of the dashboard: the same address opens the same view. */
export interface DashboardState {
  range: DashboardRange;
  /** For a custom range, `YYYY-MM-DD`. */
  from: string | null;
  to: string | null;
  groupId: number | null;
  /** The figure by which vehicles are ranked. */
  by: DashboardFigure;
  /** The open list beside the dashboard: the vehicles behind a figure, or the silent ones (0: never reported). */
  behind: DashboardFigure | null;
  silent: number | null;
  /** The device fault, or any (`any`), whose vehicles are listed beside the dashboard. */
  faulty: DeviceFaultKind | 'any' | null;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const dayOf = (text: string | null) => (text !== null && DAY.test(text) ? text : null);

/** Reads an address; missing or invalid parameters get their defaults. */
export function readState(params: URLSearchParams): DashboardState {
  const figure = (name: string) => DASHBOARD_FIGURES.find((each) => each === params.get(name));
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))];
  const range = DASHBOARD_RANGES.find((each) => each === params.get('range')) ?? 'today';
  const group = params.get('group') ?? '';
  const silent = params.get('silent');
  return {
    range: range === 'own' && (from === null || to === null) ? 'today' : range,
    from,
    to,
    groupId: /^[1-9]\d{0,8}$/.test(group) ? Number(group) : null,
    by: figure('by') ?? 'distance',
    behind: figure('behind') ?? null,
    faulty: (['any', ...FAULT_KINDS] as const).find((kind) => kind === params.get('faulty')) ?? null,
    silent: [0, ...SILENT_DAYS].find((days) => String(days) === silent) ?? null,
  };
}

/** The address after a change; defaults are omitted. */
export function writeState(params: URLSearchParams, change: Partial<DashboardState>): URLSearchParams {
  const next = { ...readState(params), ...change };
  const own = next.range === 'own';
  const result = new URLSearchParams(params);
  const put = (key: string, value: string | number | null, isDefault = false) =>
    value === null || isDefault ? result.delete(key) : result.set(key, String(value));
  put('range', next.range, next.range === 'today');
  put('from', own ? next.from : null);
  put('to', own ? next.to : null);
  put('group', next.groupId);
  put('by', next.by, next.by === 'distance');
  put('behind', next.behind);
  put('silent', next.silent);
  put('faulty', next.faulty);
  return result;
}

/** The input of calls about the range. */
export const inputOf = ({ range, from, to, groupId }: DashboardState) => ({
  range,
  ...(range === 'own' && from !== null && to !== null && { from, to }),
  ...(groupId !== null && { groupId }),
});
