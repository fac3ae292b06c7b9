import { randomOf, type Random } from './random.ts';

/** A part of the project under test. */
export interface Target {
  /**
   * Sends one input. `note` must be called with the input before it is sent, so that it can be recorded with a finding.
   * @throws if the result violates a requirement
   */
  step(random: Random, note: (input: unknown) => void): Promise<void> | void;
  stop(): Promise<void>;
}

export interface Finding {
  seed: number;
  /** Position in the sequence: `--seed` with `seed + step` begins with it. */
  step: number;
  what: string;
  input: unknown;
}

export interface Limits {
  seed: number;
  /** Ends after this many steps, or seconds, whichever comes first. */
  steps?: number;
  seconds?: number;
  /** Ends after this many findings. */
  findings?: number;
}

/** The time limit for any step. */
const SLOWEST_MS = 5000;

export async function runTarget(target: Target, limits: Limits): Promise<{ steps: number; findings: Finding[] }> {
  const { seed, steps = Infinity, seconds = Infinity, findings: most = 20 } = limits;
  const until = performance.now() + seconds * 1000;
  const findings: Finding[] = [];
  let step = 0;
  for (; step < steps && findings.length < most && performance.now() < until; step++) {
    let input: unknown = null;
    const begun = performance.now();
    const found = (what: string) => findings.push({ seed: seed + step, step, what, input });
    try {
      await target.step(randomOf(seed + step), (one) => (input = one));
      const tookMs = performance.now() - begun;
      if (tookMs > SLOWEST_MS) found(`took ${Math.round(tookMs)} ms`);
    } catch (error) {
      found(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    // Lets timers and sockets of the target run.
    if (step % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { steps: step, findings };
}

/** @throws a description of the violation */
export function assertHolds(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
