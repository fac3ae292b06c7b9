/** Amounts are whole numbers of the currency's smallest unit (ISO 4217): 12.50 INR is 1250, 1250 JPY is 1250. */

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The currencies (ISO 4217) that this runtime knows, by code. */
export const CURRENCIES: readonly string[] = [...CODES].toSorted();

export const isCurrency = (code: string): boolean => CODES.has(code);

/** The most that an amount can be, in smallest units: exact as a number and in the database. */
export const MOST_MONEY = 1_000_000_000_000;

/** How many decimals a currency is written with: 2 of INR, 0 of JPY, 3 of KWD. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
