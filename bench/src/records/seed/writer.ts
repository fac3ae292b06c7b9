import { Client } from 'pg';

export interface RecordCounts {
  vehicles: number;
  drivers: number;
  expenses: number;
}

/** The organisation whose records are measured. */
export const ORGANISATION = 1;
/** The number of rows per statement. */
const PIECE = 100_000;

/**
 * A connection that writes rows as a restored backup does: foreign keys are not checked, and the indexes of a table are
 * created after its rows, which is many times as fast. The triggers that fill search words still run.
 */
export async function openWriter(url: string) {
  // A separate connection: those of the pool cancel such a long statement.
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`);
  const written = new Set<string>();

  async function wordTriggers(table: string, state: 'ENABLE ALWAYS' | 'ENABLE') {
    const { rows } = await db.query<{ name: string }>(
      `SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::text::regclass AND NOT tgisinternal AND tgname = $1::text || '_words'`,
      [table],
    );
    for (const { name } of rows) await db.query(`ALTER TABLE ${table} ${state} TRIGGER ${name}`);
  }

  return {
    /**
     * Writes `count` rows of a table, in pieces: what `select` returns for each number `n`, with the given `joins`.
     */
    async rows(table: string, count: number, columns: string, select: string, joins = ''): Promise<void> {
      const { rows: indexes } = await db.query<{ name: string; definition: string }>(
        `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
         WHERE i.indrelid = $1::text::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
        [table],
      );
      for (const { name } of indexes) await db.query(`DROP INDEX ${name}`);
      await wordTriggers(table, 'ENABLE ALWAYS');
      for (let from = 1; from <= count; from += PIECE) {
        await db.query(
          `INSERT INTO ${table} (${columns}) ${overriding(columns)}
           SELECT ${select} FROM generate_series($1::int, $2::int) n ${joins}`,
          [from, Math.min(count, from + PIECE - 1)],
        );
      }
      await wordTriggers(table, 'ENABLE');
      for (const { definition } of indexes) await db.query(definition);
      written.add(table);
    },
    /** Runs another statement on these tables. */
    async run(tables: readonly string[], sql: string): Promise<void> {
      await db.query(sql);
      for (const table of tables) written.add(table);
    },
    /** Sets the sequences of ids, and analyses the tables. */
    async finish(): Promise<void> {
      for (const table of written) {
        const { rows } = await db.query<{ sequence: string | null }>(
          `SELECT CASE WHEN EXISTS (SELECT FROM pg_attribute WHERE attrelid = $1::text::regclass AND attname = 'id')
             THEN pg_get_serial_sequence($1::text, 'id') END AS sequence`,
          [table],
        );
        if (rows[0]?.sequence) await db.query(`SELECT setval($1, (SELECT max(id) FROM ${table}))`, [rows[0].sequence]);
        await db.query(`VACUUM ANALYZE ${table}`);
      }
    },
    end: () => db.end(),
  };
}

const overriding = (columns: string) => (/^id\b/.test(columns) ? 'OVERRIDING SYSTEM VALUE' : '');

export type Writer = Awaited<ReturnType<typeof openWriter>>;
