import type { ListView } from '@milepost/contract/list-view-routes';
import type { ColumnChoice } from '../data-table/shown-columns.ts';

/** What of an address is of the moment: the page that is shown, and the record that is open. */
const OF_THE_MOMENT = ['page', 'open'];

/** How a list is looked at. */
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

/** What was decided about columns. */
export const choiceOf = ({ shown, hidden }: Look): ColumnChoice =>
  Object.fromEntries([...shown.map((key) => [key, true]), ...hidden.map((key) => [key, false])]);

export const isSameLook = (a: Look, b: Look): boolean => JSON.stringify(normal(a)) === JSON.stringify(normal(b));

const normal = (look: Look) => lookOf(new URLSearchParams(look.query), choiceOf(look));
