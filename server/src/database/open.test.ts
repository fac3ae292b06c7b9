import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { StartError } from '../errors.ts';
import { openDatabase } from './open.ts';

it('reports in one line that the data directory cannot be used, and why', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
  // A read-only folder has no effect for root; a file in place of a folder fails for every user.
  await writeFile(path.join(folder, 'postgres'), '');
  for (const dataDir of [folder, path.join(folder, 'postgres')]) {
    const opening = openDatabase({ databaseUrl: null, dataDir, logger: pino({ level: 'silent' }) });
    const fault: unknown = await opening.catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StartError);
    expect(String(fault)).toMatch(/The data directory .* cannot be used: E[A-Z]+/);
  }
  await rm(folder, { recursive: true });
});
