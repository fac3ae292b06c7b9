import { IMPORT_ENCODINGS, type ImportEncoding } from '@milepost/contract/import-kinds';
import type { OpenImport } from '@milepost/contract/import-operations';
import { AppError } from '../errors.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { readHeadings } from '../store/imports/import-headings.ts';
import {
  type DraftTable,
  lockTable,
  markEncodingSure,
  putTable,
  readBelow,
  readLettered,
  recodeLines,
} from '../store/imports/import-tables.ts';
import type { StoredImport } from '../store/imports/imports.ts';
import { hasUnknownBytes, recoder } from '@milepost/contract/encodings';
import { detectColumns } from './detect-columns.ts';
import { openDescriptor } from './own-fields.ts';
import { columnEvidence, withWords } from './remembered.ts';

type Owned = Pick<StoredImport, 'id' | 'organisationId' | 'kind'>;

/** The number of lines used for detecting columns again. */
const SAMPLED = 200;

/** Uses one of the first lines as headings; 0: the table has none. */
export function chooseHeadings(database: Database, stored: Owned, line: number): Promise<void> {
  return inTransaction(database, async (db) => {
    const table = await lockTable(db, stored.id);
    const at = table.top.findIndex((row) => row.line === line);
    if (line !== 0 && at < 0) throw new AppError('not-found', 'no-record');
    await redetectColumns(db, stored, table, line === 0 ? -1 : at);
  });
}

/** Decodes the text again in another code page, from its original bytes. */
export function chooseEncoding(database: Database, stored: Owned, encoding: ImportEncoding): Promise<void> {
  return inTransaction(database, async (db) => {
    const table = await lockTable(db, stored.id);
    const from = IMPORT_ENCODINGS.find((one) => one === table.encoding);
    if (from === undefined) throw new AppError('conflict', 'import-no-encoding');
    await markEncodingSure(db, stored.id);
    if (from === encoding) return;
    const recode = recoder(from, encoding);
    await recodeLines(db, stored, recode);
    const top = table.top.map(({ line, cells }) => ({ line, cells: cells.map(recode) }));
    await redetectColumns(db, stored, { ...table, top, encoding });
  });
}

/** @param at index of the headings among the first lines, -1 for none; detected when omitted */
async function redetectColumns(
  db: Queryable,
  { id, organisationId, kind }: Owned,
  table: DraftTable,
  at?: number,
): Promise<void> {
  const memory = await readHeadings(db, organisationId, kind);
  const signs = columnEvidence(await openDescriptor(db, organisationId, kind), memory);
  const rows = [...table.top, ...(await readBelow(db, id, table.top, SAMPLED))];
  const detected = detectColumns({ rows }, signs, at);
  const found = rows[detected.head];
  const headings = found?.cells ?? table.headings.map(() => '');
  // The formats of dates and numbers were detected from all lines, of which only the first ones are at hand.
  const columns = detected.columns.map(({ field }, index) => {
    const { days = 'dmy', twoDays, mark, amounts } = table.columns[index] ?? {};
    return { field, days, ...(twoDays && { twoDays }), ...(mark && { mark }), ...(amounts && { amounts }) };
  });
  await putTable(db, id, {
    ...table,
    headings,
    head: found?.line ?? 0,
    columns: await withWords(db, { organisationId, kind, headings, columns }),
  });
}

const SHOWN_CELLS = 3;

/** The code page of a file, with samples of how others would decode some of its cells. */
export async function encodingOf(
  db: Queryable,
  { id, encoding, encodingSure, headings }: StoredImport,
): Promise<OpenImport['encoding']> {
  if (encoding === null) return null;
  const lettered = [
    ...headings.filter((cell) => /\P{ASCII}/u.test(cell)),
    ...(await readLettered(db, id, SHOWN_CELLS)),
  ];
  const sample = lettered.slice(0, SHOWN_CELLS).join(' · ');
  const others = new Map<string, ImportEncoding>();
  for (const name of IMPORT_ENCODINGS) {
    const text = recoder(encoding, name)(sample);
    if (!others.has(text) && !hasUnknownBytes(text)) others.set(text, name);
  }
  // The present code page represents all that decode the samples identically.
  others.set(sample, encoding);
  return { name: encoding, sure: encodingSure, others: [...others].map(([text, name]) => ({ name, sample: text })) };
}
