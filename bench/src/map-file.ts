/**
 * `npm run -s bench:map-file -- --regions 8`: the time to build the index of a large map file, and the memory of it and
 * of the names of places. The file is generated, since a real one cannot be downloaded on every machine.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeMadeCountry } from '@milepost/city/testing/made-country';
import { seededRandom } from './random.ts';

const { values } = parseArgs({ options: { regions: { type: 'string', default: '8' } } });
const regions = Math.min(60, Math.max(1, Number(values.regions)));
const folder = mkdtempSync(join(tmpdir(), 'milepost-map-file-'));
try {
  const file = join(folder, 'made.pmtiles');
  writeMadeCountry(file, regions, seededRandom(7));
  // A separate process, so that its memory is that of the index alone.
  const reader = fork(join(import.meta.dirname, 'map-file-reader.ts'), [file]);
  const [found] = await once(reader, 'message');
  process.stdout.write(`${JSON.stringify({ fileMb: Math.round(statSync(file).size / 1e6), ...found })}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
