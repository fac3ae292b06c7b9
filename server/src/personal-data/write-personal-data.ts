import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PersonalDataKind } from '@milepost/contract/download-operations';
import type { MenuKey } from '@milepost/contract/menus';
import type { Language } from '@milepost/contract/languages';
import { Zip, ZipPassThrough } from 'fflate';
import type { BlobStore } from '../files/blob-store.ts';
import { guarded } from '../reports/formats/csv.ts';
import { DeflatedEntry } from '../reports/formats/deflated-entry.ts';
import { type Database, inTransaction } from '../store/database.ts';
import {
  type ExportedTable,
  listExportedTables,
  listLeftOut,
  listPersonalFiles,
  type PersonalFile,
  readPersonalRows,
} from '../store/personal-data/read-personal-data.ts';
import { fileNameOf, indexPage, pathOfFile } from './index-page.ts';
import { PERSONAL_KINDS } from './personal-kinds.ts';

export interface PersonalDataRequest {
  kind: PersonalDataKind;
  personId: number;
  /** The organisations whose vehicles are included. */
  organisationIds: readonly number[];
  /** The menus that the caller may view: records of others are left out. */
  menus: readonly MenuKey[];
  /** The names of the person, of the organisation and of whoever requested the file. */
  name: string;
  organisation: string;
  by: string;
  language: Language;
  /** Further files by their names, such as the score of a driver. */
  more: ReadonlyMap<string, string>;
  now: Date;
  /** The time limit of each statement. */
  statementMs: number;
}

interface Services {
  database: Database;
  blobs: BlobStore;
}

interface Output {
  to: Writable;
  signal: AbortSignal;
  /** Called with the parts that are written, tables and files, and their total. */
  onProgress: (done: number, total: number) => void;
}

type Row = Record<string, unknown>;
type Rows = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** Tables with more rows are read twice, for JSON and for CSV, instead of being held in memory. */
const MOST_HELD = 5000;

/**
 * Writes a ZIP with everything that is held on a person: an index, each table as JSON and CSV, and the files. The rows
 * come from one snapshot of the database, which is released before the files are read.
 * @returns the number of rows
 */
export async function writePersonalData(
  { database, blobs }: Services,
  request: PersonalDataRequest,
  { to, signal, onProgress }: Output,
): Promise<{ rows: number }> {
  const { tables, person } = PERSONAL_KINDS[request.kind];
  const values = [request.personId, request.organisationIds, request.menus] as const;
  const leftOut = listLeftOut(tables, request.menus);
  const zip = new ZipStream(to, signal);
  const counts = new Map<ExportedTable, number>();
  let files: PersonalFile[] = [];
  let done = 0;
  let total = 0;
  const step = () => onProgress(++done, total);
  try {
    await inTransaction(database, async (db) => {
      await db.query(
        `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL TimeZone = 'UTC';
         SET LOCAL statement_timeout = ${request.statementMs}`,
      );
      const exported = (await listExportedTables(db, tables)).filter(({ name }) => !leftOut.includes(name));
      // The files of a user belong to other records, so only their names are exported.
      if (request.kind === 'driver-data') files = await listPersonalFiles(db, tables, person, values);
      total = exported.length + files.length;
      for (const table of exported) {
        const read = () => readPersonalRows(db, tables, person, values, table);
        const held = await takeRows(read());
        if (held === null || held.length > 0) {
          const rows: () => Rows = held === null ? read : () => [held];
          const count = await zip.addTexts(`${fileNameOf(table)}.json`, jsonOf(rows()));
          await zip.addTexts(`${fileNameOf(table)}.csv`, csvOf(table, rows()));
          counts.set(table, count);
        }
        step();
      }
    });
    for (const [name, text] of request.more) await zip.addTexts(name, [{ text, rows: 0 }]);
    for (const file of files) {
      const content = await blobs.read(file.hash);
      if (content) await zip.addBytes(pathOfFile(file), content as AsyncIterable<Uint8Array>);
      step();
    }
    await zip.addTexts('index.html', [{ text: indexPage(request, counts, { files, leftOut }), rows: 0 }]);
    await zip.end();
  } catch (error) {
    throw zip.fail(error);
  }
  return { rows: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** All rows; null if there are too many to be held. */
async function takeRows(batches: AsyncIterable<readonly Row[]>): Promise<Row[] | null> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length > MOST_HELD) return null;
  }
  return rows;
}

/** A piece of a text, and the number of rows in it. */
interface Piece {
  text: string;
  rows: number;
}

async function* jsonOf(batches: Rows): AsyncGenerator<Piece> {
  let first = true;
  for await (const batch of batches) {
    const text = batch.map((row) => JSON.stringify(row)).join(',\n');
    yield { text: `${first ? '[\n' : ',\n'}${text}`, rows: batch.length };
    first = false;
  }
  yield { text: '\n]\n', rows: 0 };
}

async function* csvOf({ columns }: ExportedTable, batches: Rows): AsyncGenerator<Piece> {
  yield { text: `\uFEFF${columns.join(',')}\r\n`, rows: 0 };
  for await (const batch of batches) {
    const text = batch.map((row) => `${columns.map((column) => cellOf(row[column])).join(',')}\r\n`).join('');
    yield { text, rows: batch.length };
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return guarded(typeof value === 'string' ? value : JSON.stringify(value), ',');
}

/** A ZIP that is written as fast as the stream accepts it. */
class ZipStream {
  readonly #made: Uint8Array[] = [];
  readonly #through = new PassThrough();
  readonly #piped: Promise<void>;
  readonly #signal: AbortSignal;
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) this.#made.push(piece);
  });

  constructor(to: Writable, signal: AbortSignal) {
    this.#signal = signal;
    this.#piped = pipeline(this.#through, to, { signal });
    this.#piped.catch(() => {});
  }

  /** @returns the number of rows in the texts */
  async addTexts(name: string, pieces: AsyncIterable<Piece> | Iterable<Piece>): Promise<number> {
    const entry = new DeflatedEntry(name);
    this.#zip.add(entry);
    let count = 0;
    try {
      for await (const { text, rows } of pieces) {
        await entry.write(text);
        count += rows;
        await this.#flush();
      }
      await entry.end();
    } catch (error) {
      entry.terminate();
      throw error;
    }
    await this.#flush();
    return count;
  }

  async addBytes(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    // Pictures are compressed already.
    const entry = new ZipPassThrough(name);
    this.#zip.add(entry);
    for await (const piece of pieces) {
      entry.push(piece);
      await this.#flush();
    }
    entry.push(new Uint8Array(0), true);
    await this.#flush();
  }

  async end(): Promise<void> {
    this.#zip.end();
    await this.#flush();
    this.#through.end();
    await this.#piped;
  }

  /** Ends the stream with the error. */
  fail(error: unknown): unknown {
    this.#through.destroy();
    return error;
  }

  async #flush(): Promise<void> {
    for (const piece of this.#made.splice(0)) {
      this.#signal.throwIfAborted();
      // The reason why the target was closed, such as a full disk.
      if (this.#through.destroyed) await this.#piped;
      if (!this.#through.write(piece)) await Promise.race([once(this.#through, 'drain'), this.#piped]);
    }
  }
}
