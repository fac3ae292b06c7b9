import { readEntered } from '../../../../text/read-entered.ts';

/** A line of a pasted list: the outlet and its load. */
export interface OrderLine {
  code: string;
  load: number | null;
}

const MAX_LOAD = 1_000_000;
/** The decimals of an amount in any unit. */
export const LOAD_DECIMALS = 2;

/**
 * The orders of a pasted list: one per line, its code and after a tab or a semicolon its load. Without either, codes
 * can also be separated by commas. A repeated code adds its load. Lines with an unreadable load are `wrong`.
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
    const read = readEntered(second, { decimals: LOAD_DECIMALS, max: MAX_LOAD });
    if (read && 'fault' in read) wrong.push(line.trim());
    else add(first, read?.number ?? null);
  }
  return { orders: [...orders.values()], wrong };
}

/** Orders as a list that `readOrders` can parse. */
export const writeOrders = (orders: readonly OrderLine[]): string =>
  orders.map(({ code, load }) => (load === null ? code : `${code};${load}`)).join('\n');
