import { randomOf, type Random } from './random.ts';

/** What the fuzzer throws things at. */
export interface Target {
  /**
   * Throws one thing at it. `note` takes what was thrown, before it is thrown, to be written down where it is a finding.
   * @throws where what came back is not as it must be
   */
  step(random: Random, note: (input: unknown) => void): Promise<void> | void;
  stop(): Promise<void>;
}

export interface Finding {
  seed: number;
  /** Of the sequence: `--seed` with `seed + step` begins with it. */
  step: number;
  what: string;
  input: unknown;
}

export interface Limits {
  seed: number;
  /** Ends after so many steps, or so many seconds, whichever comes first. */
  steps?: number;
  seconds?: number;
  /** Ends after so many findings. */
  findings?: number;
}

/** Nothing may take longer. */
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
    // Timers and sockets of what is looked at have their turn, too.
    if (step % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { steps: step, findings };
}

/** @throws what is wrong, where it is */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
