import type { ImportKind } from '@milepost/contract/import-kinds';
import { AppError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { insertImport } from '../store/imports/change-imports.ts';
import type { Caller } from '../store/people/callers.ts';
import { guessColumns, type Signs } from './guess-columns.ts';
import { openDescriptor } from './own-fields.ts';
import { readApart } from './read-apart.ts';
import type { Sheet } from './spreadsheet.ts';

/** Reads a file and keeps its lines, with a guess of what its columns fill. @throws AppError `invalid` where it cannot be read */
export async function startImport(
  database: Database,
  caller: Caller,
  kind: ImportKind,
  fileName: string,
  bytes: Uint8Array,
): Promise<number> {
  const read = await readApart(bytes);
  if ('fault' in read) throw new AppError('invalid', read.fault);
  const { fields } = await openDescriptor(database, caller.scope.organisationId, kind);
  const { headings, columns, rows } = bestTable(read.sheets, fields);
  if (rows.length === 0) throw new AppError('invalid', 'sheet-no-lines');
  return insertImport(database, {
    organisationId: caller.scope.organisationId,
    userId: caller.userId,
    username: caller.username,
    kind,
    fileName,
    headings,
    columns,
    rows,
  });
}

/** Of several sheets the one whose headings say most; the first of equals. */
export function bestTable(sheets: readonly Sheet[], signs: Signs) {
  const [first, ...others] = sheets.map((sheet) => ({ sheet, guess: guessColumns(sheet, signs) }));
  if (!first) return { headings: [], columns: [], rows: [] };
  const { sheet, guess } = others.reduce((best, one) => (one.guess.score > best.guess.score ? one : best), first);
  return {
    headings: sheet.rows[guess.head]?.cells ?? [],
    columns: guess.columns,
    rows: sheet.rows.slice(guess.head + 1),
  };
}
