import { ownBulkField } from '@milepost/contract/bulk-kinds';
import type { OwnValue } from '@milepost/contract/own-field-routes';
import type { Patch, Shown } from './bulk-kind.ts';

const PREFIX = 'own:';

/** What own fields say, each by its field of a change. */
export const ownPatch = (own: readonly OwnValue[]): Patch =>
  Object.fromEntries(own.map(({ id, value }) => [ownBulkField(id), value]));

/** The own fields of a patch, as a form sends them, and the rest. */
export function splitOwn(patch: Patch): { own: OwnValue[]; rest: Patch } {
  const entries = Object.entries(patch);
  const own = entries.filter(([field]) => field.startsWith(PREFIX));
  return {
    own: own.map(([field, value]) => ({ id: Number(field.slice(PREFIX.length)), value: shownOf(value) })),
    rest: Object.fromEntries(entries.filter(([field]) => !field.startsWith(PREFIX))),
  };
}

/** A value as it can be shown; null for what cannot. */
export const shownOf = (value: unknown): Shown =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/** A value as it is typed, without spaces around it; null where nothing is left. */
export function typedOf(value: Shown): Shown {
  const text = typeof value === 'string' ? value.trim() : value;
  return text === '' ? null : text;
}

/** A list with one more, or without it. */
export function listWith<One extends string | number>(list: readonly One[], one: One, add: boolean): One[] {
  if (!add) return list.filter((each) => each !== one);
  return list.includes(one) ? [...list] : [...list, one];
}
