import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadWorldPlaces } from '@milepost/server/places/places';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { createPool } from '@milepost/server/database/pool';
import { checkImport } from '@milepost/server/imports/check-import';
import { IMPORT_DESCRIPTORS } from '@milepost/server/imports/kinds';
import { readInThread } from '@milepost/server/imports/read-in-thread';
import { runBatch } from '@milepost/server/imports/run-import';
import { undoBatch } from '@milepost/server/imports/undo-import';
import type { Database } from '@milepost/server/store/database';
import { beginCheck, beginRun, beginUndo, insertImport } from '@milepost/server/store/imports/change-imports';
import { getImport } from '@milepost/server/store/imports/imports';
import { pino } from 'pino';
import { provision } from './system/provision.ts';

const NOBODY = { userId: null, username: 'bench', address: null };
const CREATES = ['group', 'driver', 'device'];

/** Vehicles with group, driver and device, none of which exists yet: the most expensive kind of line. */
function spreadsheet(rows: number): Uint8Array {
  const lines = Array.from({ length: rows }, (_none, index) =>
    [
      `B-MP ${index}`,
      'Truck',
      'MAN',
      'TGX',
      `WMA${String(10_000_000_000_000 + index)}`,
      `Depot ${index % 40}`,
      `Driver ${index % 5000}`,
      String(358_000_000_000_000 + index),
    ].join(';'),
  );
  return new TextEncoder().encode(['Plate;Type;Make;Model;VIN;Group;Driver;IMEI', ...lines].join('\n'));
}

/** The seconds that each step of an import takes, beside an existing fleet of the same size. */
export async function benchImport({ rows }: { rows: number }) {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-import-'));
  const server = await startEmbeddedPostgres({ dataDir, logger });
  try {
    await provision(server.url, rows, logger);
    const database = createPool(server.url, logger);
    try {
      return await measured(database, rows);
    } finally {
      await database.end();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measured(database: Database, rows: number) {
  const { rows: found } = await database.query<{ userId: number; organisationId: number }>(
    'SELECT id AS "userId", organisation_id AS "organisationId" FROM users ORDER BY id LIMIT 1',
  );
  const [somebody] = found;
  if (!somebody) throw new Error('there is nobody');
  const { organisationId } = somebody;
  const scope = { organisationId, organisationIds: [organisationId], root: true, limit: null };
  const seconds: Record<string, number> = {};
  const timed = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    const from = performance.now();
    const result = await work();
    seconds[step] = Math.round((performance.now() - from) / 10) / 100;
    return result;
  };
  const bytes = spreadsheet(rows);
  const id = await timed('read', async () => {
    const table = await readInThread(bytes, IMPORT_DESCRIPTORS.vehicle.fields);
    if ('fault' in table) throw new Error(table.fault.code);
    return insertImport(database, { ...somebody, ...table, username: 'bench', kind: 'vehicle', fileName: 'fleet.csv' });
  });
  const { columns } = await getImport(database, scope, id);
  await timed('check', async () => {
    await beginCheck(database, id, { columns, mode: 'update', creates: CREATES, leaveOut: true });
    await checkImport({ database, places: loadWorldPlaces({}) }, scope, id, () => Promise.resolve());
  });
  const all = async (batch: typeof runBatch) => {
    while ((await batch(database, id)) !== null);
  };
  await timed('import', async () => {
    await beginRun(database, id, NOBODY);
    await all(runBatch);
  });
  const { counts: done } = await getImport(database, scope, id);
  await timed('undo', async () => {
    await beginUndo(database, id, NOBODY);
    await all(undoBatch);
  });
  const { counts: undone } = await getImport(database, scope, id);
  return { bench: 'import', rows, seconds, created: done.created ?? 0, undone: undone.undone ?? 0 };
}
