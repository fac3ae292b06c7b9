import type { TFunction } from 'i18next';
import { formatNumber } from '../text/format.ts';

/** A value for no option: ids are positive. */
const REST = -1;

/**
 * A last line for a select that is searched on the server and shows only the first matches: the number of others.
 * Otherwise empty.
 */
export function restOption(t: TFunction, shown: number, total: number | undefined) {
  if (total === undefined || total <= shown) return [];
  const label = t('form.first-of', { shown: formatNumber(shown), total: formatNumber(total) });
  return [{ value: REST, label, disabled: true }];
}

/** The options of a list that was sent whole, with a last line if it is truncated. */
export function labelledOptions(
  t: TFunction,
  rows: readonly { id: number; name: string }[] | undefined,
  total: number | undefined,
) {
  const options = rows?.map(({ id, name }) => ({ value: id, label: name, disabled: false })) ?? [];
  return [...options, ...cutOption(t, options.length, total)];
}

/** A last line for a select with a truncated list: the total. Otherwise empty. */
export function cutOption(t: TFunction, shown: number, total: number | undefined) {
  if (total === undefined || total <= shown) return [];
  return [{ value: REST, label: cutText(t, shown, total), disabled: true }];
}

export const cutText = (t: TFunction, shown: number, total: number) =>
  t('form.cut-off', { shown: formatNumber(shown), total: formatNumber(total) });
