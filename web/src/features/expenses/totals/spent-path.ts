import type { ExpenseKind } from '@milepost/contract/expense-kinds';
import { lastDayOf } from '../../../text/months.ts';

interface Spent {
  month: string;
  kind?: ExpenseKind | null | undefined;
  /** `none` for expenses without a vehicle. */
  vehicle?: number | 'none' | null | undefined;
  groupId?: number | null | undefined;
}

/** The address of the expenses behind a figure. */
export function spentPath({ month, kind, vehicle, groupId }: Spent): string {
  const params = new URLSearchParams({ state: 'spent', from: month, to: lastDayOf(month) });
  if (kind) params.set('kind', kind);
  if (vehicle) params.set('vehicle', String(vehicle));
  if (groupId) params.set('group', String(groupId));
  return `/expenses?${params}`;
}
