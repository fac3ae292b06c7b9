import { CURRENCIES, decimalsOf } from '@milepost/contract/money';

const withDecimals = (decimals: number) =>
  CURRENCIES.filter((code) => decimalsOf(code) === decimals)
    .map((code) => `'${code}'`)
    .join(', ');

/** SQL for the number of decimals of a currency. */
const decimalsSql = (currency: string) =>
  `CASE WHEN ${currency} IN (${withDecimals(0)}) THEN 0 WHEN ${currency} IN (${withDecimals(3)}) THEN 3 ELSE 2 END`;

/** SQL for an amount as text, in a currency that the report does not sum: `12.50 USD`. */
export const amountText = (amount: string, currency: string): string =>
  `round(${amount}::numeric / 10::numeric ^ (${decimalsSql(currency)}), ${decimalsSql(currency)}) || ' ' || ${currency}`;
