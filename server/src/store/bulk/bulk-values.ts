import { ownBulkField } from '@milepost/contract/bulk-kinds';
import type { OwnValue } from '@milepost/contract/own-field-operations';
import type { Patch, Shown } from './bulk-kind.ts';

const PREFIX = 'own:';

/** The values of custom fields by their field name in a change. */
export const ownPatch = (own: readonly OwnValue[]): Patch =>
  Object.fromEntries(own.map(({ id, value }) => [ownBulkField(id), value]));

/** Splits a patch into custom fields, in the form's format, and the rest. */
export function splitOwn(patch: Patch): { own: OwnValue[]; rest: Patch } {
  const entries = Object.entries(patch);
  const own = entries.filter(([field]) => field.startsWith(PREFIX));
  return {
    own: own.map(([field, value]) => ({ id: Number(field.slice(PREFIX.length)), value: shownOf(value) })),
    rest: Object.fromEntries(entries.filter(([field]) => !field.startsWith(PREFIX))),
  };
}

/** A value that can be displayed; null for any other. */
export const shownOf = (value: unknown): Shown =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/** A typed value, trimmed; null if nothing is left. */
export function typedOf(value: Shown): Shown {
  const text = typeof value === 'string' ? value.trim() : value;
  return text === '' ? null : text;
}

/** A list with one element added or removed. */
export function listWith<One extends string | number>(list: readonly One[], one: One, add: boolean): One[] {
  if (!add) return list.filter((each) => each !== one);
  return list.includes(one) ? [...list] : [...list, one];
}
