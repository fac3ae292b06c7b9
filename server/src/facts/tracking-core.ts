import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../store/database.ts';
import { type FactsWritten, type FactWrites, type InstallationWrites, isWritable } from '../store/facts/fact-writes.ts';
import { markLate } from '../store/facts/tracking-states.ts';
import type { Contexts } from './contexts.ts';
import type { Directory } from './directory.ts';
import type { FactsMetrics } from './facts-metrics.ts';
import type { LateQueue } from './late-queue.ts';
import type { OlderQueue } from './older-queue.ts';
import type { TrackedInstallation } from './tracked.ts';
import type { WorkShare } from './work-share.ts';

/**
 * The serial queue of the loop that stores positions. States and facts change only within it, so never concurrently.
 */
export interface WriteQueue {
  /** Runs work while no batch is being built or written. */
  between<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Writes facts without positions. Call it in the write queue. */
  write(writes: FactWrites): Promise<FactsWritten>;
}

export interface TrackingCore {
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: FactsMetrics;
  writeQueue: WriteQueue;
  directory: Directory;
  contexts: Contexts;
  /** Keyed by installation. */
  states: Map<number, TrackedInstallation>;
  queue: LateQueue;
  older: OlderQueue;
  shares: WorkShare;
  /** The number of facts of a recomputation that are written together. */
  maxFacts: number;
  /** The tenure of a device in this process: a number that changes with each owner; undefined while another one has it. */
  tenureOf: TenureOf;
  /** True when other processes may have some devices. */
  isShared: boolean;
  /** Parts of recomputations that are being written beside the write queue. */
  parts: Set<Promise<unknown>>;
  /** For installations being recomputed: the keys of facts written meanwhile from the old state. */
  recomputed: Map<number, Set<string>>;
}

/** The part of a core that has all devices. */
export const allDevices = (): Pick<TrackingCore, 'tenureOf' | 'isShared' | 'parts'> => ({
  tenureOf: () => 0,
  isShared: false,
  parts: new Set(),
});

export type TenureOf = (deviceId: number) => number | undefined;

/** True for an installation of a device that this process has. */
export function isOwned({ directory, tenureOf }: Pick<TrackingCore, 'directory' | 'tenureOf'>, id: number): boolean {
  const installation = directory.byId(id);
  return installation !== undefined && tenureOf(installation.deviceId) !== undefined;
}

/** Announces what was written, after the commit. */
export function announce(
  { bus, directory, logger, metrics, recomputed }: TrackingCore,
  writes: FactWrites,
  written: FactsWritten,
): void {
  for (const { installation, facts } of writes) {
    const keys = recomputed.get(installation.id);
    for (const fact of facts) {
      keys?.add(fact.key);
      if (isWritable(fact)) metrics.written(fact.kind, 1);
      else
        logger.error(
          { vehicleId: installation.vehicleId, key: fact.key },
          'A fact contains an invalid number and was skipped',
        );
    }
  }
  const alarms = written.alarms.flatMap(({ id, installationId }) => {
    const installation = directory.byId(installationId);
    return installation ? [{ id, vehicleId: installation.vehicleId, organisationId: installation.organisationId }] : [];
  });
  if (alarms.length > 0) bus.publish('alarms-changed', { alarms });
}

/** Called after a failure: the reports of the installation are stored, and its facts left to a recomputation. */
export function deferToRecompute(
  { states, queue, metrics }: TrackingCore,
  { installation, late }: Pick<InstallationWrites, 'installation' | 'late'>,
) {
  const tracked = states.get(installation.id);
  if (tracked) tracked.behind = true;
  queue.add(installation.id, Math.min(Infinity, ...late.map(({ time }) => time)));
  metrics.failed();
}

/**
 * Has the facts of an installation recomputed from a moment on (epoch milliseconds), because their inputs changed. Call
 * it in the write queue: otherwise a recomputation that began earlier and is being written would remove the mark and
 * the queue entry.
 */
export function requestRecompute(
  { database, writeQueue, queue }: TrackingCore,
  installationId: number,
  lateAt: number,
): Promise<void> {
  return writeQueue.between(async () => {
    await markLate(database, installationId, lateAt);
    queue.add(installationId, lateAt);
  });
}

/** The number of installations written by one statement. */
export const INSTALLATIONS_PER_WRITE = 500;

/** Writes facts, in the write queue. If the database refuses them, each installation is left to a recomputation. */
export async function writeFacts(
  core: TrackingCore,
  writes: readonly InstallationWrites[],
  isStopped: () => boolean,
): Promise<void> {
  for (let start = 0; start < writes.length; start += INSTALLATIONS_PER_WRITE) {
    const some = writes.slice(start, start + INSTALLATIONS_PER_WRITE);
    try {
      announce(core, some, await core.writeQueue.write(some));
    } catch (error) {
      if (isStopped()) throw error;
      core.logger.error({ err: error }, 'The database refused facts');
      for (const one of some) deferToRecompute(core, one);
    }
  }
}
