/** Amounts are whole numbers of the currency's smallest unit (ISO 4217): 12.50 INR is 1250, 1250 JPY is 1250. */

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The currencies (ISO 4217) that this runtime knows, by code. */
export const CURRENCIES: readonly string[] = [...CODES].toSorted();

export const isCurrency = (code: string): boolean => CODES.has(code);

/** The highest amount in smallest units: exact as a number and in the database. */
export const MAX_MONEY = 1_000_000_000_000;

/** Currencies whose number of decimals is not two (ISO 4217, minor units). */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...of(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...of(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...of(4, 'CLF UYW'),
]);

function of(decimals: number, codes: string): [code: string, decimals: number][] {
  return codes.split(' ').map((code) => [code, decimals]);
}

/**
 * The number of decimals of a currency: 2 for INR, 0 for JPY, 3 for KWD. Taken from the standard only: browsers differ
 * for some (HUF, PKR, IDR), so that one would read a hundred times what another wrote.
 */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;

/** Options for `Intl.NumberFormat` that show all decimals of a currency in every browser. */
export const moneyFormat = (currency: string) => {
  const decimals = decimalsOf(currency);
  return { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const;
};

/** Quantities are rounded to millionths: nobody writes more decimals. */
const PARTS_OF_ONE = 1_000_000;

/**
 * The price of a quantity in the smallest unit, with halves rounded up: 1.15 at 50 is 57.5, regardless of
 * floating-point errors.
 */
export const priceOf = (quantity: number, price: number): number =>
  Math.round((Math.round(quantity * PARTS_OF_ONE) * price) / PARTS_OF_ONE);
