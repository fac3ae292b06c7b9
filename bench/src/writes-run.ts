import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { int2Array, int4Array, int8Array, jsonbArray, timestampArray } from '@milepost/server/store/binary-array';
import { Client } from 'pg';
import { pino } from 'pino';
import { provision } from './system/provision.ts';

const COLUMNS = [
  ['device_id', 'int4'],
  ['fix_time', 'timestamptz'],
  ['report_hash', 'int4'],
  ['received_at', 'timestamptz'],
  ['lat', 'int4'],
  ['lon', 'int4'],
  ['altitude_m', 'int2'],
  ['speed_dkph', 'int2'],
  ['course_deg', 'int2'],
  ['flags', 'int2'],
  ['satellites', 'int2'],
  ['power_mv', 'int4'],
  ['odometer_m', 'int8'],
  ['attributes', 'jsonb'],
] as const;
type Type = (typeof COLUMNS)[number][1];
type Row = (number | null)[];

const NAMES = COLUMNS.map(([name]) => name).join(', ');
const FROM_ARRAYS = `INSERT INTO positions (${NAMES})
  SELECT * FROM unnest(${COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')}) ON CONFLICT DO NOTHING`;
const ONE_ROW = `INSERT INTO positions (${NAMES}) VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
  ON CONFLICT DO NOTHING`;
const DEVICES = 1000;

const isTime = (type: Type) => type === 'timestamptz';

/** Rows that are not written yet: each call continues where the last one ended. */
function newRows(from: number, count: number, startsAt: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const time = startsAt + Math.floor(number / DEVICES) * 1000;
    const device = (number % DEVICES) + 1;
    const lat = -349_000_000 + number;
    return [device, time, number, time, lat, -562_000_000, 43, 300 + (number % 400), 180, 7, 11, 13_800, number, null];
  });
}

const column = (rows: Row[], index: number) => rows.map((row) => row[index] ?? null);

const WRITERS: Record<Type, (values: (number | null)[]) => Buffer> = {
  int2: int2Array,
  int4: int4Array,
  int8: int8Array,
  timestamptz: timestampArray,
  jsonb: (values) => jsonbArray(values.map(() => null)),
};

const binaryValues = (rows: Row[]) => COLUMNS.map(([, type], index) => WRITERS[type](column(rows, index)));

const textValues = (rows: Row[]) =>
  COLUMNS.map(([, type], index) =>
    column(rows, index).map((value) => (isTime(type) && value !== null ? new Date(value).toISOString() : value)),
  );

/**
 * The rows a second that one connection commits: many rows per statement in binary and in text, and one row per
 * statement. The ratios are more meaningful than the figures, which depend on the disk.
 */
export async function benchWrites({ seconds, batch }: { seconds: number; batch: number }) {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-writes-'));
  const database = await startEmbeddedPostgres({ dataDir, logger });
  try {
    await provision(database.url, DEVICES, logger);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
    let written = 0;
    const measure = async (size: number, write: (rows: Row[]) => Promise<unknown>) => {
      const from = performance.now();
      const first = written;
      while (performance.now() - from < seconds * 1000) {
        await write(newRows(written, size, startsAt));
        written += size;
      }
      return Math.round((written - first) / ((performance.now() - from) / 1000));
    };
    const binary = (rows: Row[]) => client.query({ name: 'arrays', text: FROM_ARRAYS, values: binaryValues(rows) });
    const text = (rows: Row[]) => client.query({ name: 'arrays', text: FROM_ARRAYS, values: textValues(rows) });
    const single = async ([row = []]: Row[]) => {
      const values = row.map((value, index) =>
        isTime(COLUMNS[index]?.[1] ?? 'int4') && value !== null ? new Date(value).toISOString() : value,
      );
      await client.query({ name: 'one', text: ONE_ROW, values });
    };
    await measure(batch, binary);
    const figures = {
      bench: 'writes',
      batch,
      binaryArrays: await measure(batch, binary),
      textArrays: await measure(batch, text),
      rowByRow: await measure(1, single),
    };
    await client.end();
    return figures;
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
