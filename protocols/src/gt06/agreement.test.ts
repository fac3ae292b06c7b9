import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bytes } from './frames.fixture.ts';
import { newGt06Decoder } from './decoder.ts';

/** Frames of real devices, with the output of an independent decoder; not part of the project. */
const FILE = fileURLToPath(new URL('../../../../shared/data/device-frames/gt06.jsonl', import.meta.url));

interface Recorded {
  data: string;
  deviceIds: string[];
  positions: {
    ownFix: boolean;
    fixTime: string;
    valid: boolean;
    latitude: number;
    longitude: number;
    speedKph: number;
  }[];
}

const present = existsSync(FILE);
if (!present) console.log(`skipped: no recorded frames at ${FILE}`);

test.skipIf(!present)('at least 97 of 100 recorded frames give the same fixes and identities', () => {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  let telling = 0;
  const different: number[] = [];
  lines.forEach((line, index) => {
    const want: Recorded = JSON.parse(line);
    const fixes = want.positions.filter(({ ownFix }) => ownFix);
    if (fixes.length === 0 && want.deviceIds.length === 0) return;
    telling++;
    const got = newGt06Decoder().decode(bytes(want.data));
    const found = got.messages.flatMap(({ fix }) => (fix ? [fix] : []));
    const same =
      want.deviceIds.every((id) => got.identities.includes(id)) &&
      found.length === fixes.length &&
      fixes.every((fix, i) => {
        const mine = found[i];
        return (
          mine?.time.getTime() === Date.parse(fix.fixTime) &&
          mine.valid === fix.valid &&
          Math.abs(mine.lat - fix.latitude) < 2e-5 &&
          Math.abs(mine.lon - fix.longitude) < 2e-5 &&
          Math.abs(mine.speedKph - fix.speedKph) < 0.3
        );
      });
    if (!same) different.push(index + 1);
  });
  expect(telling).toBeGreaterThan(0);
  expect(different.length / telling, `lines ${different.join(', ')}`).toBeLessThanOrEqual(0.03);
});
