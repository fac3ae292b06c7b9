import type { Expense } from '@milepost/contract/expense-operations';
import { formatMoney } from '../../text/money.ts';

/** The sum of expenses, per currency if organisations have several. */
export function sumText(expenses: readonly Pick<Expense, 'amount' | 'currency'>[]): string {
  const sums = new Map<string, number>();
  for (const { amount, currency } of expenses) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => formatMoney(amount, currency)).join(' + ');
}
