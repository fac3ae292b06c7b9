// node scripts/release-state.ts DATA_DIR: stores the database of a stopped server of this version for the tests of upgrades.
import path from 'node:path';
import { storeReleaseState } from '@milepost/server/testing/releases/release-state';
import { VERSION } from '@milepost/server/version';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) {
  process.stderr.write('usage: node scripts/release-state.ts DATA_DIR\n');
  process.exit(2);
}
process.stdout.write(`${await storeReleaseState(path.resolve(dataDir), VERSION)}\n`);
