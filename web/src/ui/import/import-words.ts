import type { Import, LineState } from '@milepost/contract/import-routes';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../text/format.ts';

export const fieldName = (t: TFunction, field: string): string => t(`import.field.${field}`);

/** How many lines of each state, in words. */
export const countWords = (t: TFunction, counts: Import['counts'], states: readonly LineState[]): string =>
  states
    .flatMap((state) => {
      const count = counts[state] ?? 0;
      return count > 0 ? [t(`import.count.${state}`, { number: formatNumber(count) })] : [];
    })
    .join(' · ');

export const BEFORE: readonly LineState[] = ['create', 'update', 'same', 'fault'];
export const AFTER: readonly LineState[] = ['created', 'updated', 'same', 'undone', 'kept', 'fault'];
