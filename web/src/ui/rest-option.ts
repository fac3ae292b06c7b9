import type { TFunction } from 'i18next';
import { formatNumber } from '../text/format.ts';

/** Stands for no thing: ids are positive. */
const REST = -1;

/** A last line for a choice that is searched on the server and shows its first: that there are others. Else none. */
export function restOption(t: TFunction, shown: number, total: number | undefined) {
  if (total === undefined || total <= shown) return [];
  const label = t('form.first-of', { shown: formatNumber(shown), total: formatNumber(total) });
  return [{ value: REST, label, disabled: true }];
}

/** The choices of a list that came whole, with a last line where it is cut off at its end. */
export function labelledOptions(
  t: TFunction,
  rows: readonly { id: number; name: string }[] | undefined,
  total: number | undefined,
) {
  const options = rows?.map(({ id, name }) => ({ value: id, label: name, disabled: false })) ?? [];
  return [...options, ...cutOption(t, options.length, total)];
}

/** A last line for a choice whose list is cut off: how many there are. Else none. */
export function cutOption(t: TFunction, shown: number, total: number | undefined) {
  if (total === undefined || total <= shown) return [];
  return [{ value: REST, label: cutText(t, shown, total), disabled: true }];
}

export const cutText = (t: TFunction, shown: number, total: number) =>
  t('form.cut-off', { shown: formatNumber(shown), total: formatNumber(total) });
