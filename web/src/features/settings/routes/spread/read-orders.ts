import { readEntered } from '../../../../text/read-entered.ts';

/** A line of a pasted list: which outlet, and what the vehicle takes along for it. */
export interface OrderLine {
  code: string;
  load: number | null;
}

const MOST_LOAD = 1_000_000;
/** Decimals of an amount, whatever its unit. */
export const LOAD_DECIMALS = 2;

/**
 * The orders of a pasted list: one a line, its code and after a tab or a semicolon its load. Without either, codes may also
 * be parted by commas. A code that is there again adds its load. Lines whose load cannot be read are `wrong`.
 */
export function readOrders(text: string): { orders: OrderLine[]; wrong: string[] } {
  const orders = new Map<string, OrderLine>();
  const wrong: string[] = [];
  const add = (code: string, load: number | null) => {
    const former = orders.get(code.toUpperCase());
    if (!former) orders.set(code.toUpperCase(), { code, load });
    else if (load !== null) orders.set(code.toUpperCase(), { ...former, load: (former.load ?? 0) + load });
  };
  for (const line of text.split(/[\r\n]+/)) {
    const [first = '', second] = line.split(/[\t;]/).map((part) => part.trim());
    if (first === '') continue;
    if (second === undefined) {
      for (const part of line.split(',')) if (part.trim() !== '') add(part.trim(), null);
      continue;
    }
    const read = readEntered(second, { decimals: LOAD_DECIMALS, max: MOST_LOAD });
    if (read && 'fault' in read) wrong.push(line.trim());
    else add(first, read?.number ?? null);
  }
  return { orders: [...orders.values()], wrong };
}

/** Orders as a list that can be read again. */
export const writeOrders = (orders: readonly OrderLine[]): string =>
  orders.map(({ code, load }) => (load === null ? code : `${code};${load}`)).join('\n');
