import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBoundedLog } from './bounded-log.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('retains the newest part, and the previous one', async () => {
  const file = path.join(folder, 'a.log');
  const log = createBoundedLog(file, 10);
  for (let line = 1; line <= 7; line++) log.write(Buffer.from(`line${line}\n`));
  // Two lines of six bytes reach the limit of ten.
  expect(await readFile(`${file}.old`, 'utf8')).toBe('line5\nline6\n');
  expect(await readFile(file, 'utf8')).toBe('line7\n');
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('continues when it cannot write', () => {
  const log = createBoundedLog(path.join(folder, 'no-such-folder', 'a.log'));
  expect(() => log.write(Buffer.from('lost'))).not.toThrow();
});
