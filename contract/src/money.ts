/** Amounts are whole numbers of the currency's smallest unit (ISO 4217): 12.50 INR is 1250, 1250 JPY is 1250. */

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The currencies (ISO 4217) that this runtime knows, by code. */
export const CURRENCIES: readonly string[] = [...CODES].toSorted();

export const isCurrency = (code: string): boolean => CODES.has(code);

/** The most that an amount can be, in smallest units: exact as a number and in the database. */
export const MOST_MONEY = 1_000_000_000_000;

/** Currencies with another number of decimals than two (ISO 4217, minor units). */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...of(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...of(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...of(4, 'CLF UYW'),
]);

function of(decimals: number, codes: string): [code: string, decimals: number][] {
  return codes.split(' ').map((code) => [code, decimals]);
}

/**
 * How many decimals a currency is written with: 2 of INR, 0 of JPY, 3 of KWD. By the standard alone: browsers differ for
 * some (HUF, PKR, IDR), and one would read a hundred times what another wrote.
 */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;

/** How `Intl.NumberFormat` writes amounts of a currency, with all of its decimals in every browser. */
export const moneyFormat = (currency: string) => {
  const decimals = decimalsOf(currency);
  return { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const;
};

/** Quantities are priced by the millionth: nobody writes more decimals. */
const PARTS_OF_ONE = 1_000_000;

/** What so much at this price comes to, in the smallest unit, halves up: 1.15 at 50 is 57.5, however computers multiply. */
export const priceOf = (quantity: number, price: number): number =>
  Math.round((Math.round(quantity * PARTS_OF_ONE) * price) / PARTS_OF_ONE);
