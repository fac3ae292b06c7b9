import type { ImportKind } from '@milepost/contract/import-kinds';
import type { ImportWords } from '@milepost/contract/texts/texts-like';
import { inEach } from '../texts/server-texts.ts';

/** The words in files of people who work in a language of the interface, besides those of other languages. */
const IN_EACH = Object.values(inEach(({ imports, importLabels }) => ({ ...imports, labels: importLabels })));

export type ValueList = keyof ImportWords['values'];

/** The headings of a field: its label on the screen of the import, which the list's export has, and others. */
export const headingsOf = (kind: ImportKind, field: string): string[] =>
  IN_EACH.flatMap(({ labels, headings }) => {
    const { field: common, 'field-of': ofKind }: Labels = labels;
    const label = ofKind[kind]?.[field] ?? common[field];
    return [...(label === undefined ? [] : [label]), ...(headings[`${kind}.${field}`] ?? [])];
  });

interface Labels {
  field: Readonly<Record<string, string>>;
  'field-of': Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const valueWords = (list: ValueList, value: string): string[] =>
  IN_EACH.flatMap(({ values }) => values[list][value] ?? []);

export const unitWords = (unit: string): [string, number][] =>
  IN_EACH.flatMap(({ units }) => Object.entries(units[unit] ?? {}));

export const wordsInFiles = (list: 'yes' | 'no' | 'totals' | 'everyDay' | 'closed' | 'roundTheClock'): string[] =>
  IN_EACH.flatMap((words) => words[list]);
