import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClosedLoopFigures } from './closed-loop-run.ts';

/** The figures per commit, so that a commit that made storing slower is noticed. */
export const FIGURES_FILE = path.join(import.meta.dirname, '../../figures/ingest-closed-loop.csv');

const COLUMNS = [
  'commit',
  'devices',
  'turns',
  'positionsPerCpuSecond',
  'serverMicros',
  'postgresMicros',
  'positionsPerSecond',
  'positionsPerCommit',
  'walBytesPerPosition',
  'p50Ms',
  'p99Ms',
  'load',
  'cores',
] as const satisfies readonly (keyof ClosedLoopFigures)[];

/** Appends a line for each of the figures, with the day. */
export async function recordFigures(figures: readonly ClosedLoopFigures[], file = FIGURES_FILE): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const head = await readFile(file, 'utf8').catch(() => '');
  if (head === '') await writeFile(file, `date,${COLUMNS.join(',')}\n`);
  const lines = figures.map((one) => [day, ...COLUMNS.map((name) => one[name])].join(','));
  await appendFile(file, `${lines.join('\n')}\n`);
}
