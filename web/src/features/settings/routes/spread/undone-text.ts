import type { TFunction } from 'i18next';
import { formatNumber } from '../../../../text/format.ts';

/** The outcome for the runs of a spread that was undone; counts of zero are omitted. */
export function undoneText(t: TFunction, { removed, kept }: { removed: number; kept: number }): string {
  const parts = [
    (removed > 0 || kept === 0) && t('spread.undone', { number: formatNumber(removed) }),
    kept > 0 && t('spread.undone-kept', { number: formatNumber(kept) }),
  ];
  return parts.filter(Boolean).join(' ');
}
