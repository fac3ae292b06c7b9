import type { ListView } from '@milepost/contract/list-view-operations';
import type { ColumnChoice } from '../data-table/shown-columns.ts';

/** The parameters of an address that do not belong to a view: the current page, and the open record. */
const OF_THE_MOMENT = ['page', 'open'];

/** The part of a view that defines how the list looks. */
export type Look = Pick<ListView, 'query' | 'shown' | 'hidden'>;

export function lookOf(params: URLSearchParams, choice: ColumnChoice): Look {
  const retained = new URLSearchParams(params);
  for (const name of OF_THE_MOMENT) retained.delete(name);
  retained.sort();
  const keys = Object.keys(choice).toSorted();
  return {
    query: retained.toString(),
    shown: keys.filter((key) => choice[key] === true),
    hidden: keys.filter((key) => choice[key] === false),
  };
}

/** The choices of columns in a view. */
export const choiceOf = ({ shown, hidden }: Look): ColumnChoice =>
  Object.fromEntries([...shown.map((key) => [key, true]), ...hidden.map((key) => [key, false])]);

export const isSameLook = (a: Look, b: Look): boolean => JSON.stringify(normal(a)) === JSON.stringify(normal(b));

const normal = (look: Look) => lookOf(new URLSearchParams(look.query), choiceOf(look));
