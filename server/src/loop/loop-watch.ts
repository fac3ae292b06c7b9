import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';

/**
 * Watches that no work blocks the event loop, since devices, people and health checks of all organisations wait for it.
 * A process has one loop, and therefore one watch of it.
 */

interface Work {
  /** A constant of the code that identifies the work. */
  work: string;
  organisationId: number | null;
}

interface Section extends Work {
  ms: number;
}

/** The limit for blocking the loop, milliseconds. */
export const LOOP_LIMIT_MS = 50;
const LOOK_MS = 20;
/** The minimum interval of log lines about the same work of the same organisation. */
const LOG_EVERY_MS = 10_000;
/**
 * A delay is attributed to the machine when less than this share of it was this thread's own processor time. If a piece
 * of work exceeded the limit, however, the delay is attributed to it, because much work waits for memory, for other
 * threads and for its turn.
 */
const OWN_SHARE = 0.5;
const MAX_NAMES = 10;

let longest: Section | null = null;
const underWay = new Set<Work>();
/** Calls in progress at some moment since the last check. */
let recent = new Set<Work>();

/** Records that a piece of work blocked the loop for this many milliseconds. */
export function noteSection(work: string, organisationId: number | null, ms: number): void {
  if (longest === null || ms > longest.ms) longest = { work, organisationId, ms };
}

/** Runs asynchronous work, which is among the suspects meanwhile. */
export async function whileUnderWay<Result>(
  work: string,
  organisationId: number | null,
  run: () => Promise<Result>,
): Promise<Result> {
  const mine = { work, organisationId };
  underWay.add(mine);
  recent.add(mine);
  try {
    return await run();
  } finally {
    underWay.delete(mine);
  }
}

export interface LoopWatch {
  /** Evaluates the time since the last check; also called by a timer. */
  look(): void;
  stop(): void;
}

/** Milliseconds of the wall clock, and of processor time that this thread used. */
export interface LoopClock {
  now(): number;
  usedMs(): number;
}

const MACHINE: LoopClock = {
  now: () => performance.now(),
  usedMs: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** Measures each delay of the loop above the limit, and logs the responsible work, as far as it is known. */
export function startLoopWatch(registry: Registry, logger: Logger, clock: LoopClock = MACHINE): LoopWatch {
  const held = new Histogram({
    name: 'milepost_loop_held_seconds',
    help: 'Times for which the event loop was blocked for more than 50 ms, by work.',
    labelNames: ['work'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const logged = new Map<string, number>();
  let last = clock.now();
  let used = clock.usedMs();
  const look = () => {
    const now = clock.now();
    const heldMs = now - last - LOOK_MS;
    const [by, calls] = [longest, recent];
    longest = null;
    recent = new Set(underWay);
    last = now;
    const ownMs = clock.usedMs() - used;
    used += ownMs;
    if (heldMs <= LOOP_LIMIT_MS) return;
    const known = by !== null && by.ms >= heldMs / 2;
    const [call] = calls;
    const culprit: Work = known ? by : calls.size === 1 && call ? call : { work: 'unknown', organisationId: null };
    if (ownMs < heldMs * OWN_SHARE && (ownMs <= LOOP_LIMIT_MS || !known)) {
      held.observe({ work: 'machine' }, heldMs / 1000);
      return;
    }
    held.observe({ work: culprit.work }, heldMs / 1000);
    const key = `${culprit.work} ${culprit.organisationId}`;
    if (now - (logged.get(key) ?? -Infinity) < LOG_EVERY_MS) return;
    // Cleared occasionally together with the others, so that it stays small.
    if (logged.size > 1000) logged.clear();
    logged.set(key, now);
    const { work, organisationId } = culprit;
    const others = known ? [] : [...calls].slice(0, MAX_NAMES);
    logger.warn(
      { heldMs: Math.round(heldMs), ownMs: Math.round(ownMs), work, organisationId, underWay: others },
      'The event loop was blocked',
    );
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
