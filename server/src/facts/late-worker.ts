import { codeOf, isDiskFull, reasonOf } from '../fault.ts';
import { saveFactsFault } from '../store/facts/facts-fault.ts';
import { type RecomputeTask, faultOf, type RecomputationOutcome, recomputeFacts } from './recompute-facts.ts';
import { isOwned, type TrackingCore } from './tracking-core.ts';
import { PACE_PAUSES } from '@milepost/contract/recompute-pace';
import { readRecomputeChoice, saveRecomputeSpeed, type RecomputeChoice } from '../store/facts/recompute-choice.ts';
import { listRecomputeRequests } from '../store/facts/recompute-requests.ts';

/** Recomputes the waiting installations in parallel with ingest: one by one, or two at a time without pauses. */
export interface LateWorker {
  /** Waits for the recomputations in progress. */
  stop(): Promise<void>;
}

/**
 * The longest time between two looks at what waits. A pause that ends earlier is kept to the millisecond: of a fleet with
 * little history each vehicle takes much less than this.
 */
const LOOK_MS = 500;
/**
 * The pause is this many times the duration of the work, so that a device that always sends late data cannot keep the
 * worker busy.
 */
const PAUSE_FACTOR = 10;
const LONGEST_PAUSE_MS = 60_000;
/** The limit after recomputing a whole past, which a device whose clock is months behind causes each time. */
const LONGEST_PAUSE_WHOLE_MS = 3_600_000;
/** How long a choice or request of the operator that was made elsewhere, such as on the command line, may go unnoticed. */
const CHOICE_MS = 2000;
/** Recomputing the past after a change of settings takes half of the time and pauses for the other half. */
const OLDER_PAUSE_FACTOR = 1;
/** Recomputations shorter than this say nothing about the speed of the machine. */
const MIN_MEASURED = 5000;
/**
 * After this many failures for a persistent reason, such as a statement timeout, the installation is skipped for a day
 * and its vehicle shows the fault. Before that, each attempt covers half of the previous span, in pieces half as large.
 */
const MAX_FAILURES = 5;
const GIVEN_UP_MS = 86_400_000;
/** The delay doubles with each failure. */
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 3_600_000;
/** After a full disk, on which nothing is lost: once there is space, nobody should wait for an hour. */
const DISK_RETRY_MS = 60_000;

/** The half-life of an organisation's recorded cost. */
const HALF_LIFE_MS = 60_000;

/**
 * The recent cost of each organisation. Those with the lowest cost come first, so that one of them never delays all
 * others.
 */
function createCosts() {
  const known = new Map<number, { ms: number; at: number }>();
  const of = (organisationId: number) => {
    const one = known.get(organisationId);
    if (!one) return 0;
    const ms = one.ms * 2 ** ((one.at - performance.now()) / HALF_LIFE_MS);
    if (ms >= 1) return ms;
    known.delete(organisationId);
    return 0;
  };
  return {
    of,
    add: (organisationId: number, ms: number) => {
      known.set(organisationId, { ms: of(organisationId) + ms, at: performance.now() });
    },
  };
}

/**
 * Transient errors: the database is unavailable, a deadlock, or a reference to something that was deleted. A retry may
 * well succeed.
 */
const isPassing = (error: unknown): boolean => /^(?:08|23|40|53|57P|E)/.test(codeOf(error) ?? '');

/** The failures of one installation. */
export interface Failing {
  times: number;
  /** The number of failures for a persistent reason. */
  lasting: number;
  cause: string;
}

/** Records one more failure. Returns the milliseconds until the retry, and whether the installation is skipped. */
export function failedAgain(
  before: Failing | undefined,
  error: unknown,
): Failing & { pauseMs: number; gaveUp: boolean } {
  const times = (before?.times ?? 0) + 1;
  const lasting = Math.min(MAX_FAILURES, (before?.lasting ?? 0) + (isPassing(error) ? 0 : 1));
  const gaveUp = lasting >= MAX_FAILURES;
  const longest = isDiskFull(error) ? DISK_RETRY_MS : LONGEST_RETRY_MS;
  const pauseMs = gaveUp ? GIVEN_UP_MS : Math.min(FIRST_RETRY_MS * 2 ** (times - 1), longest);
  return { times, lasting, cause: reasonOf(error), pauseMs, gaveUp };
}

/** True for an installation that another process has. */
const isElsewhere = (core: TrackingCore, id: number): boolean =>
  core.directory.byId(id) !== undefined && !isOwned(core, id);

export function startLateWorker(core: TrackingCore): LateWorker {
  const { queue, older, logger, metrics } = core;
  const failures = new Map<number, Failing>();
  const costs = createCosts();
  const costOf = (installationId: number) => costs.of(core.directory.byId(installationId)?.organisationId ?? 0);
  let stopped = false;
  let working: Promise<void> = Promise.resolve();
  let choice: RecomputeChoice = { paused: true, pace: 'normal' };
  let choiceReadAt = -Infinity;
  /** Reads the choice of the operator, for work that can take hours. */
  const followChoice = async () => {
    if (older.size() === 0 || performance.now() - choiceReadAt < CHOICE_MS) return;
    // While the database is unavailable, the last known choice holds.
    choice = await readRecomputeChoice(core.database).catch(() => choice);
    choiceReadAt = performance.now();
  };

  /** The installations that are recomputed now, each by one lane. */
  const underWay = new Map<number, Promise<void>>();
  let requestsReadAt = -Infinity;
  /** Reads what operators requested on the command line (`milepost facts recompute`). */
  const followRequests = async () => {
    if (performance.now() - requestsReadAt < CHOICE_MS) return;
    requestsReadAt = performance.now();
    // One that is under way may end, and with it its request, while the requests are read.
    const before = new Set(underWay.keys());
    for (const { installationId, ...request } of await listRecomputeRequests(core.database).catch(() => [])) {
      if (before.has(installationId) || underWay.has(installationId)) continue;
      if (isOwned(core, installationId)) older.request(installationId, request);
    }
  };
  const followOperator = async () => {
    await followRequests();
    await followChoice();
  };

  const rest = (
    { installationId, whole }: RecomputeTask,
    took: number,
    { fromTheBeginning, overtaken }: RecomputationOutcome,
    paced: boolean,
  ) => {
    if (whole) {
      older.rest(Date.now(), took * (paced ? PACE_PAUSES[choice.pace] : OLDER_PAUSE_FACTOR));
      // An installation that keeps changing must not delay the others.
      if (overtaken) older.postpone(installationId, Date.now() + Math.min(took * PAUSE_FACTOR, LONGEST_PAUSE_MS));
    } else {
      const longest = fromTheBeginning ? LONGEST_PAUSE_WHOLE_MS : LONGEST_PAUSE_MS;
      queue.rest(installationId, Date.now(), Math.min(took * PAUSE_FACTOR, longest));
    }
  };
  const failed = async (task: RecomputeTask, error: unknown) => {
    const { installationId, lateAt, whole } = task;
    const failing = failedAgain(failures.get(installationId), error);
    const { times, lasting, cause, pauseMs: pause, gaveUp } = failing;
    failures.set(installationId, failing);
    if (whole) {
      older.postpone(installationId, Date.now() + pause);
    } else {
      queue.add(installationId, lateAt);
      queue.rest(installationId, Date.now(), pause);
    }
    metrics.failed();
    const { vehicleId, organisationId } = core.directory.byId(installationId) ?? {};
    logger.error(
      { err: error, installationId, vehicleId, organisationId, failures: times, gaveUp },
      'The facts of an installation could not be recomputed',
    );
    if (gaveUp || isDiskFull(error)) {
      const fault = faultOf({ ...task, failed: { times: lasting, cause } }, Date.now(), null);
      await saveFactsFault(core.database, installationId, fault).catch(() => {});
    }
    // The facts may refer to something that was deleted.
    if (organisationId !== undefined) await core.contexts.refresh(organisationId).catch(() => {});
  };
  const one = async (task: RecomputeTask) => {
    if (isElsewhere(core, task.installationId)) return older.done(task.installationId);
    const started = performance.now();
    const paced = older.isPaced(task.installationId);
    try {
      const known = failures.get(task.installationId);
      const before = known && known.lasting > 0 ? { times: known.lasting, cause: known.cause } : undefined;
      const made = await recomputeFacts(core, { ...task, ...(before && { failed: before }) });
      const took = performance.now() - started;
      costs.add(core.directory.byId(task.installationId)?.organisationId ?? 0, took);
      failures.delete(task.installationId);
      rest(task, took, made, paced);
      metrics.recomputed(took / 1000);
      if (task.whole && made.reports >= MIN_MEASURED) {
        // Of two at a time, each takes up to twice as long.
        const eachMs = took / Math.max(1, underWay.size);
        await saveRecomputeSpeed(core.database, (eachMs * 1000) / made.reports).catch(() => {});
      }
    } catch (error) {
      // Another process has it, and recomputes it.
      if (isElsewhere(core, task.installationId)) return older.done(task.installationId);
      await failed(task, error);
    }
  };
  const nextOlder = (): RecomputeTask | undefined => {
    if (stopped) return undefined;
    const installationId = older.next(Date.now(), costOf, !choice.paused, underWay);
    if (installationId === undefined) return undefined;
    const { since, request } = older.wanted(installationId);
    return { installationId, lateAt: Number.isFinite(since) ? since : Infinity, whole: true, request };
  };
  /** Current data first, then the past. */
  const next = (): RecomputeTask | undefined => {
    const late = stopped ? undefined : queue.take(Date.now(), costOf);
    return late ? { ...late, whole: false } : nextOlder();
  };
  const run = async (task: RecomputeTask) => {
    // Late data may have arrived for the one that the other lane recomputes.
    for (let other = underWay.get(task.installationId); other; other = underWay.get(task.installationId)) await other;
    const running = one(task).finally(() => underWay.delete(task.installationId));
    underWay.set(task.installationId, running);
    await running;
    metrics.late(queue.size() + older.size());
    await followOperator();
  };
  const firstLane = async () => {
    for (let task = next(); task; task = next()) await run(task);
  };
  /** While one lane waits for the database, the other one computes. */
  const secondLane = async () => {
    for (let task = nextOlder(); task && PACE_PAUSES[choice.pace] === 0; task = nextOlder()) await run(task);
  };
  const work = async () => {
    await followOperator();
    await Promise.all([firstLane(), secondLane()]);
  };
  let timer: NodeJS.Timeout;
  const look = () => {
    metrics.late(queue.size() + older.size());
    working = work().finally(() => {
      if (!stopped) timer = setTimeout(look, Math.min(LOOK_MS, older.restMs(Date.now())));
    });
  };
  timer = setTimeout(look, LOOK_MS);

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
