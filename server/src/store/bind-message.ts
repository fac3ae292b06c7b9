import type { Client, Connection, Submittable } from 'pg';
import { ARRAY_HEADER, type FixedType, JSON_TEXT, writeArrayHeader } from './binary-array.ts';
import { JsonBytes } from './json-bytes.ts';

const FIRST_BYTES = 64 * 1024;
/** Memory beyond this is released after the statement that needed it. */
const RETAINED_BYTES = 4 * 1024 * 1024;
/** The format codes of a parameter. */
const [TEXT, BINARY] = [0, 1];
/** Execute the unnamed portal without a row limit, then Sync. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

/**
 * Writes the parameters of a prepared statement directly into the buffer that is sent: the messages Bind, Execute and
 * Sync of PostgreSQL's protocol (https://www.postgresql.org/docs/18/protocol-message-formats.html), in reused memory.
 *
 * `pg` copies each parameter into a new, growing buffer for each statement: some 170 kB for 50 reports. V8 counts this
 * external memory as a reason for full garbage collections, which cost more than all other processing of a position
 * (docs/performance.md).
 */
export class BindMessage {
  #buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #view = viewOf(this.#buffer);
  #at = 0;
  #formatsAt = 0;
  #parameters = 0;
  #begun = 0;
  readonly #json = new JsonBytes();

  /** Begins the parameters of a statement, and discards those of the one before. */
  begin(statement: string, parameters: number): void {
    if (this.#buffer.length > RETAINED_BYTES) this.#use(Buffer.allocUnsafeSlow(FIRST_BYTES));
    this.#at = 0;
    this.#begun = 0;
    this.#parameters = parameters;
    this.#room(2 * parameters + statement.length + 64);
    this.#buffer[0] = 0x42;
    // After the length: the unnamed portal, and the statement.
    this.#buffer[5] = 0;
    this.#at = 6 + this.#buffer.write(statement, 6, 'latin1');
    this.#buffer[this.#at] = 0;
    this.#at = this.#buffer.writeInt16BE(parameters, this.#at + 1);
    this.#formatsAt = this.#at;
    this.#at = this.#buffer.writeInt16BE(parameters, this.#at + 2 * parameters);
  }

  /** An array with a number from each row; non-finite numbers are null. */
  numbers<Row>(type: FixedType, rows: readonly Row[], pick: (row: Row) => number | null | undefined): void {
    const { width, write } = type;
    const begins = this.#beginArray(type.oid, rows.length, rows.length * (4 + width));
    const view = this.#view;
    let at = begins + ARRAY_HEADER;
    for (const row of rows) {
      const value = pick(row);
      if (value === null || value === undefined || !Number.isFinite(value)) {
        view.setInt32(at, -1);
        at += 4;
      } else {
        view.setInt32(at, width);
        write(view, value, at + 4);
        at += 4 + width;
      }
    }
    this.#endParameter(begins, at);
  }

  /** An array with a text from each row, or null. `before`: a byte before each text. */
  texts<Row>(
    { oid, before }: { oid: number; before: number | null },
    rows: readonly Row[],
    pick: (row: Row) => string | null,
  ): void {
    const begins = this.#beginArray(oid, rows.length, 0);
    this.#at = begins + ARRAY_HEADER;
    for (const row of rows) {
      const text = pick(row);
      if (text === null) {
        this.#room(4);
        this.#at = this.#buffer.writeInt32BE(-1, this.#at);
        continue;
      }
      // A UTF-16 code unit takes at most three bytes.
      this.#room(5 + text.length * 3);
      const from = this.#at + 4;
      let at = from;
      if (before !== null) this.#buffer[at++] = before;
      at += this.#buffer.write(text, at);
      this.#view.setInt32(this.#at, at - from);
      this.#at = at;
    }
    this.#endParameter(begins, this.#at);
  }

  /** An array with a JSON document of each row. */
  documents<Row>(rows: readonly Row[], write: (json: JsonBytes, row: Row) => void): void {
    const begins = this.#beginArray(JSON_TEXT.oid, rows.length, 0);
    const json = this.#json;
    this.#at = begins + ARRAY_HEADER;
    for (const row of rows) {
      json.clear();
      write(json, row);
      this.#room(4 + json.length);
      this.#view.setInt32(this.#at, json.length);
      json.copyTo(this.#buffer, this.#at + 4);
      this.#at += 4 + json.length;
    }
    this.#endParameter(begins, this.#at);
  }

  /** A single parameter: a text, or bytes in the binary format of its type. */
  value(value: string | Buffer): void {
    const begins = this.#beginParameter(typeof value === 'string' ? TEXT : BINARY, value.length * 3);
    const bytes = typeof value === 'string' ? this.#buffer.write(value, begins) : value.copy(this.#buffer, begins);
    this.#endParameter(begins, begins + bytes);
  }

  /** The bytes to send; they are valid until the next `begin`. */
  end(): Buffer {
    if (this.#begun !== this.#parameters) throw new Error(`${this.#begun} of ${this.#parameters} parameters`);
    this.#room(4 + EXECUTE_AND_SYNC.length);
    // All columns of the result as text.
    this.#at = this.#buffer.writeInt16BE(1, this.#at);
    this.#at = this.#buffer.writeInt16BE(TEXT, this.#at);
    this.#buffer.writeInt32BE(this.#at - 1, 1);
    this.#at += EXECUTE_AND_SYNC.copy(this.#buffer, this.#at);
    return this.#buffer.subarray(0, this.#at);
  }

  #beginArray(oid: number, length: number, bytes: number): number {
    const begins = this.#beginParameter(BINARY, ARRAY_HEADER + bytes);
    writeArrayHeader(this.#buffer, oid, length, begins);
    return begins;
  }

  /** Reserves space for the length and this many bytes; returns their offset. */
  #beginParameter(format: number, bytes: number): number {
    this.#room(4 + bytes);
    this.#buffer.writeInt16BE(format, this.#formatsAt + 2 * this.#begun);
    this.#begun += 1;
    return this.#at + 4;
  }

  #endParameter(begins: number, ends: number): void {
    this.#view.setInt32(begins - 4, ends - begins);
    this.#at = ends;
  }

  #room(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#use(larger);
  }

  #use(buffer: Buffer): void {
    this.#buffer = buffer;
    this.#view = viewOf(buffer);
  }
}

const viewOf = (buffer: Buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.length);

interface Statement {
  name: string;
  text: string;
}

/** The columns of a row, as texts. */
type Columns = readonly (string | null)[];

/** The statements that each connection has parsed. */
const parsed = new WeakMap<Connection, Set<string>>();

/**
 * Executes a statement with `bytes` built by `BindMessage`, and parses it first if the connection has not yet. Resolves
 * with its only row, as texts, or null. Column descriptions are not requested, as the caller knows them.
 */
export const executeBound = (client: Client, statement: Statement, bytes: Buffer): Promise<Columns | null> =>
  new Promise((resolve, reject) => {
    client.query(new Execution(statement, bytes, (error, row) => (error ? reject(error) : resolve(row))));
  });

/** The interface that `pg` requires of a query: it calls the methods with the server's messages. */
class Execution implements Submittable {
  // `pg` wraps this property with its time limit.
  callback: (error: Error | null) => void;
  readonly #statement: Statement;
  readonly #bytes: Buffer;
  #row: Columns | null = null;

  constructor(statement: Statement, bytes: Buffer, done: (error: Error | null, row: Columns | null) => void) {
    this.#statement = statement;
    this.#bytes = bytes;
    this.callback = (error) => done(error, this.#row);
  }

  submit(connection: Connection): void {
    const { name, text } = this.#statement;
    let known = parsed.get(connection);
    if (!known) parsed.set(connection, (known = new Set()));
    if (!known.has(name)) {
      connection.parse({ name, text, types: [] }, true);
      connection.once('parseComplete', () => known.add(name));
    }
    connection.stream.write(this.#bytes);
  }

  handleDataRow({ fields }: { fields: Columns }): void {
    this.#row = fields;
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}
