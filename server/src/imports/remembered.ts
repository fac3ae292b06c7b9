import { MAX_COLUMNS, type ImportKind } from '@milepost/contract/import-kinds';
import type { ImportColumn } from '@milepost/contract/import-operations';
import type { Queryable } from '../store/database.ts';
import { type HeadingMemory, readWords, writeHeadings } from '../store/imports/import-headings.ts';
import { LEFT_OUT, plain, type ColumnEvidence } from './detect-columns.ts';
import type { ImportDescriptor } from './import-descriptor.ts';

/** The evidence for the columns of a kind, including the choices that people made for headings before. */
export function columnEvidence({ fields }: ImportDescriptor, memory: HeadingMemory): ColumnEvidence {
  const signs: Record<string, ColumnEvidence[string]> = {};
  const chosenFor = (field: string | null) =>
    [...memory].flatMap(([heading, chosen]) => (chosen === field ? [heading] : []));
  for (const [field, sign] of Object.entries(fields)) {
    signs[field] = {
      words: sign.words,
      ...(sign.looks && { looks: sign.looks }),
      own: sign.own === true,
      chosen: chosenFor(field),
    };
  }
  return { ...signs, [LEFT_OUT]: { words: [], chosen: chosenFor(null) } };
}

/** The columns of a table with the meanings chosen for words in their cells. */
export async function withWords<Column extends ImportColumn>(
  db: Queryable,
  { organisationId, kind, headings, columns }: { columns: readonly Column[] } & Omit<RememberedImport, 'columns'>,
): Promise<Column[]> {
  const plainHeadings = headings.map(plain);
  const memory = await readWords(db, organisationId, kind, plainHeadings);
  return columns.map((column, index) => {
    const known = memory.get(plainHeadings[index] ?? '');
    return known && known.field === column.field && Object.keys(known.words).length > 0
      ? { ...column, words: known.words }
      : column;
  });
}

/** Stores the fields chosen for the columns of an import, for the next file with these headings. */
export async function remember(
  db: Queryable,
  { organisationId, kind, headings, columns }: RememberedImport,
): Promise<void> {
  const entries = columns.slice(0, MAX_COLUMNS).flatMap(({ field, words = {} }, index) => {
    const heading = plain(headings[index] ?? '');
    return heading === '' ? [] : [{ heading, field, words }];
  });
  await writeHeadings(db, organisationId, kind, entries);
}

interface RememberedImport {
  organisationId: number;
  kind: ImportKind;
  headings: readonly string[];
  columns: readonly ImportColumn[];
}
