import type { TFunction } from 'i18next';
import { formatNumber } from '../../../../text/format.ts';

/** What became of the runs of a spread that was taken back: a part that is none goes without saying. */
export function undoneText(t: TFunction, { removed, kept }: { removed: number; kept: number }): string {
  const parts = [
    (removed > 0 || kept === 0) && t('spread.undone', { number: formatNumber(removed) }),
    kept > 0 && t('spread.undone-kept', { number: formatNumber(kept) }),
  ];
  return parts.filter(Boolean).join(' ');
}
