import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readClosedLoopOptions } from './closed-loop-options.ts';
import { type ClosedLoopFigures, medians } from './closed-loop-run.ts';
import { recordFigures } from './figures-file.ts';

const turn = (serverMicros: number, p99Ms: number): ClosedLoopFigures => ({
  commit: '1234abcd',
  devices: 50,
  turns: 1,
  positionsPerCpuSecond: 20_000,
  serverMicros,
  postgresMicros: 20,
  positionsPerSecond: 1000,
  positionsPerCommit: 25,
  walBytesPerPosition: 700,
  p50Ms: 10,
  p99Ms,
  load: 1,
  cores: 2,
});

it('measures fleets of 50, 200 and 500 devices with this version unless others are given', () => {
  expect(readClosedLoopOptions(['--closed-loop'])).toMatchObject({
    fleets: [50, 200, 500],
    checkouts: [process.cwd()],
  });
  const given = ['--closed-loop', '--fleets', '5', '--checkout', 'old', '--checkout', '.'];
  expect(readClosedLoopOptions(given)).toMatchObject({ fleets: [5], checkouts: ['old', '.'] });
  expect(() => readClosedLoopOptions(['--fleets', '50,many'])).toThrow('--fleets');
});

it('takes the median of each figure and records it as a line', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'milepost-figures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'figures.csv');
  const middle = medians([turn(40, 31), turn(30, 33), turn(90, 32)]);
  expect(middle).toEqual({ ...turn(40, 32), turns: 3 });
  await recordFigures([middle], file);
  await recordFigures([middle], file);
  const [head, first, second, ...rest] = (await readFile(file, 'utf8')).split('\n');
  expect(head).toMatch(/^date,commit,devices,turns,positionsPerCpuSecond,serverMicros,/);
  expect(first).toMatch(/^\d{4}-\d\d-\d\d,1234abcd,50,3,20000,40,20,/);
  expect([second, ...rest]).toEqual([first, '']);
});
