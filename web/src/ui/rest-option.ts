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
