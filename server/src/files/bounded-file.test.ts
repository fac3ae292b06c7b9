import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileKind } from '../reports/export/formats.ts';
import { faultOf } from '../reports/export/why-over.ts';
import { reportFile, section } from '../testing/report-file.ts';
import { writeBoundedFile } from './bounded-file.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'bounded-'))));
afterAll(() => rm(folder, { recursive: true }));

const full = () => new Error('no room');
const pieces = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(1000, 'x')));

test('a fitting file exists when the stream has ended', async () => {
  const file = path.join(folder, 'fits');
  await writeBoundedFile({ path: file, maxBytes: 500_001, full }, (to) => pipeline(pieces(500), to));
  expect((await readFile(file)).length).toBe(500_000);
});

test('a file that is too long is cut off in the middle', async () => {
  const file = path.join(folder, 'long');
  const written = writeBoundedFile({ path: file, maxBytes: 250_000, full }, (to) => pipeline(pieces(500), to));
  await expect(written).rejects.toThrow('no room');
  expect((await readFile(file)).length).toBeLessThan(250_000);
});

test('a stream that breaks off before its first byte leaves no file after its removal', async () => {
  const file = path.join(folder, 'never');
  for (let time = 0; time < 20; time++) {
    const written = writeBoundedFile({ path: file, maxBytes: 10, full }, () => Promise.reject(new Error('too slow')));
    await expect(written).rejects.toThrow('too slow');
    await rm(file, { force: true });
    await access(folder);
    await expect(access(file)).rejects.toThrow('ENOENT');
  }
});

// A Linux device that answers each write with ENOSPC.
test.runIf(process.platform === 'linux').each(['csv', 'json', 'xlsx', 'html', 'pdf'] as const)(
  'a disk that is full while %s is written is reported',
  { timeout: 60_000 },
  async (format) => {
    const rows = Array.from({ length: 500 }, (_, index) => [`SBA ${index}`]);
    const report = reportFile([section([{ key: 'v', label: 'Vehicle', kind: 'text' }], rows)]);
    const { signal } = new AbortController();
    const error = await writeBoundedFile({ path: '/dev/full', maxBytes: Number.POSITIVE_INFINITY, full }, (to) =>
      fileKind(format, 'trips').write(report, to, signal),
    ).catch((thrown: unknown) => thrown);
    expect(faultOf(error)).toMatchObject({ code: 'export-disk-full' });
  },
);
