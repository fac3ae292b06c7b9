import { type ImportKind, importSpec } from '@milepost/contract/import-kinds';
import type { Import, LineState, OpenImport } from '@milepost/contract/import-operations';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../text/format.ts';
import { listText } from '../../text/list-text.ts';

/** The label of a field. @param own the organisation's custom fields, with their own labels */
export const fieldName = (t: TFunction, kind: ImportKind, field: string, own: OpenImport['own'] = []): string =>
  own.find((one) => one.field === field)?.name ?? t([`import.field-of.${kind}.${field}`, `import.field.${field}`]);

/**
 * All fields that a line can contain, with their labels; `day` if it can be written in several orders, `money` if its
 * decimal separator can be a point or a comma.
 */
export const fieldsOf = (t: TFunction, { kind, own }: Pick<OpenImport, 'kind' | 'own'>) => [
  ...Object.entries(importSpec(kind).fields).map(([field, { day = false, money = false }]) => ({
    field,
    name: fieldName(t, kind, field),
    day,
    money,
  })),
  ...own.map((one) => ({ ...one, money: false })),
];

/** The fields by which a line finds its record, as text. */
export function foundBy(t: TFunction, kind: ImportKind): string {
  const { key, foundBy: several = [key] } = importSpec(kind);
  return listText(several.map((field) => fieldName(t, kind, field)));
}

/** The number of lines in each state, as text. */
export const countWords = (t: TFunction, counts: Import['counts'], states: readonly LineState[]): string =>
  states
    .flatMap((state) => {
      const count = counts[state] ?? 0;
      return count > 0 ? [t(`import.count.${state}`, { number: formatNumber(count) })] : [];
    })
    .join(' · ');

export const BEFORE: readonly LineState[] = ['create', 'update', 'same', 'skip', 'fault'];
export const AFTER: readonly LineState[] = ['created', 'updated', 'same', 'undone', 'kept', 'skip', 'fault'];
