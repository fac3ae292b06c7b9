import { isDay } from '../../text/local-day.ts';
import {
  EXPENSE_FINDINGS,
  EXPENSE_KINDS,
  EXPENSE_STATES,
  type ExpenseFinding,
  type ExpenseKind,
  type ExpenseState,
} from '@milepost/contract/expense-kinds';

export interface ExpenseFilter {
  kind: ExpenseKind | undefined;
  state: ExpenseState | 'spent' | undefined;
  vehicleId: number | undefined;
  noVehicle: true | undefined;
  groupId: number | undefined;
  recurringId: number | undefined;
  doubt: ExpenseFinding | undefined;
  firstDay: string | undefined;
  lastDay: string | undefined;
}

export const LIST_STATES = [...EXPENSE_STATES, 'spent'] as const;

/** Reads the filter of the address; invalid values are ignored. */
export function readFilter(params: URLSearchParams): ExpenseFilter {
  const id = (name: string) => {
    const text = params.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  };
  const day = (name: string) => {
    const text = params.get(name);
    return isDay(text) && text >= '1990' && text < '3000' ? text : undefined;
  };
  return {
    kind: EXPENSE_KINDS.find((kind) => kind === params.get('kind')),
    state: LIST_STATES.find((state) => state === params.get('state')),
    vehicleId: id('vehicle'),
    noVehicle: params.get('vehicle') === 'none' ? true : undefined,
    groupId: id('group'),
    recurringId: id('recurring'),
    doubt: EXPENSE_FINDINGS.find((finding) => finding === params.get('doubt')),
    firstDay: day('from'),
    lastDay: day('to'),
  };
}
