import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { measureIngest } from '../ingest-run.ts';
import { percentile } from '../percentile.ts';
import type { ClosedLoopOptions } from './closed-loop-options.ts';

/** The result of one version of the project with one fleet: the medians of its measurements. */
export interface ClosedLoopFigures {
  /** As `git` abbreviates it, with `+` if files are changed. */
  commit: string;
  devices: number;
  turns: number;
  /** Server and database together. */
  positionsPerCpuSecond: number;
  serverMicros: number;
  postgresMicros: number;
  positionsPerSecond: number;
  positionsPerCommit: number;
  walBytesPerPosition: number;
  p50Ms: number;
  p99Ms: number;
  /** The load average, and the number of cores. */
  load: number;
  cores: number;
}

/**
 * Measures each fleet with each version in alternation, so that other work of the machine affects all versions equally.
 * The figure that counts is the processor time of server and database: elapsed time is shared with other programs.
 */
export async function benchClosedLoop(
  options: ClosedLoopOptions,
  onTurn: (figures: ClosedLoopFigures) => void,
): Promise<ClosedLoopFigures[]> {
  const { fleets, turns, checkouts } = options;
  const results: ClosedLoopFigures[] = [];
  for (const devices of fleets) {
    const measured = new Map<string, ClosedLoopFigures[]>(checkouts.map((checkout) => [checkout, []]));
    for (let turn = 0; turn < turns; turn++) {
      for (const [checkout, figures] of measured) {
        const one = await measureOnce(options, devices, path.resolve(checkout));
        figures.push(one);
        onTurn(one);
      }
    }
    for (const figures of measured.values()) results.push(medians(figures));
  }
  return results;
}

async function measureOnce(
  { durationS, warmUpS, roles }: ClosedLoopOptions,
  devices: number,
  checkout: string,
): Promise<ClosedLoopFigures> {
  const ingest = {
    rate: null,
    durationS,
    warmUpS,
    devices,
    mix: 'teltonika' as const,
    records: 1,
    roles,
    tracking: 'on' as const,
    fences: 1000,
    outlets: 0,
    runs: false,
    interval: 1,
  };
  const figures = await measureIngest(ingest, true, checkout);
  const { cpuMicrosPerPosition: cpu, acknowledged, stored, faults } = figures;
  if (faults.length > 0 || acknowledged !== stored) {
    throw new Error(`${acknowledged} positions acknowledged, ${stored} stored: ${faults.join('; ')}`);
  }
  if (!cpu)
    throw new Error('this system does not report the processor time of other processes, or no position was stored');
  return {
    commit: commitOf(checkout),
    devices,
    turns: 1,
    positionsPerCpuSecond: Math.round(1e6 / (cpu.server + cpu.postgres)),
    serverMicros: cpu.server,
    postgresMicros: cpu.postgres,
    positionsPerSecond: figures.positionsPerSecond,
    positionsPerCommit: figures.positionsPerCommit ?? 0,
    walBytesPerPosition: figures.walBytesPerPosition,
    p50Ms: figures.p50Ms ?? 0,
    p99Ms: figures.p99Ms ?? 0,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    cores: availableParallelism(),
  };
}

/** The median of each figure, taken separately. */
export function medians(figures: readonly ClosedLoopFigures[]): ClosedLoopFigures {
  const [first] = figures;
  if (!first) throw new Error('nothing was measured');
  const middle = (name: Exclude<keyof ClosedLoopFigures, 'commit'>) =>
    percentile(
      figures.map((one) => one[name]).toSorted((a, b) => a - b),
      0.5,
    ) ?? 0;
  return {
    commit: first.commit,
    devices: first.devices,
    turns: figures.length,
    positionsPerCpuSecond: middle('positionsPerCpuSecond'),
    serverMicros: middle('serverMicros'),
    postgresMicros: middle('postgresMicros'),
    positionsPerSecond: middle('positionsPerSecond'),
    positionsPerCommit: middle('positionsPerCommit'),
    walBytesPerPosition: middle('walBytesPerPosition'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    load: middle('load'),
    cores: first.cores,
  };
}

function commitOf(checkout: string): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', checkout, ...args], { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? '+' : ''}`;
}
