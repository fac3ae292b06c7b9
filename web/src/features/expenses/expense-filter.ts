import {
  EXPENSE_DOUBTS,
  EXPENSE_KINDS,
  EXPENSE_STATES,
  type ExpenseDoubt,
  type ExpenseKind,
  type ExpenseState,
} from '@milepost/contract/expense-kinds';

export interface ExpenseFilter {
  kind: ExpenseKind | undefined;
  state: ExpenseState | undefined;
  vehicleId: number | undefined;
  doubt: ExpenseDoubt | undefined;
}

/** What the address narrows the list to; what is not understood narrows nothing. */
export function readFilter(params: URLSearchParams): ExpenseFilter {
  const vehicle = params.get('vehicle') ?? '';
  return {
    kind: EXPENSE_KINDS.find((kind) => kind === params.get('kind')),
    state: EXPENSE_STATES.find((state) => state === params.get('state')),
    vehicleId: /^[1-9]\d{0,8}$/.test(vehicle) ? Number(vehicle) : undefined,
    doubt: EXPENSE_DOUBTS.find((doubt) => doubt === params.get('doubt')),
  };
}
