// node scripts/release-state.ts DATA_DIR: stores the database of a stopped server of this version for the tests of upgrades.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { packReleaseState, readReleaseState } from '@milepost/server/testing/releases/release-state';
import { VERSION } from '@milepost/server/version';
import { Client } from 'pg';
import { pino } from 'pino';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) {
  process.stderr.write('usage: node scripts/release-state.ts DATA_DIR\n');
  process.exit(2);
}
const server = await startEmbeddedPostgres({ dataDir: path.resolve(dataDir), logger: pino({ level: 'warn' }) });
try {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const packed = await packReleaseState(await readReleaseState(client, VERSION));
  await client.end();
  const file = path.join(import.meta.dirname, `../server/src/testing/releases/${VERSION}.json.br`);
  writeFileSync(file, packed);
  process.stdout.write(`${file}: ${packed.length} bytes\n`);
} finally {
  await server.stop();
}
