// The report of `npm test` at the end of a run: the slowest tests, those that passed only at the second attempt, and
// the totals; also ends a run that makes no progress.
import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { ProgressWatch } from './progress-watch.ts';

const SLOWEST = 20;
/** If more tests than this passed only at the second attempt, it is not by chance: the run fails. */
const MAX_RETRIED = 3;

interface TestRun {
  /** The names of the test's file and of the test. */
  name: string;
  state: string;
  ms: number;
  retries: number;
}

/** The totals of a run and the lines of its report. */
export function reportOf(tests: readonly TestRun[]): { success: boolean; lines: string[] } {
  const count = (state: string) => tests.filter((test) => test.state === state).length;
  const retried = tests.filter(({ state, retries }) => state === 'passed' && retries > 0);
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped') + count('pending')];
  const tooMany = retried.length > MAX_RETRIED;
  return {
    success: passed > 0 && failed === 0 && !tooMany,
    lines: [
      'Slowest:',
      ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`),
      ...(retried.length > 0 ? ['Passed only at the second try:', ...retried.map(({ name }) => `  ${name}`)] : []),
      ...(tooMany ? [`More than ${MAX_RETRIED} tests needed a second try: the run fails.`] : []),
      `${passed} passed, ${failed} failed, ${skipped} skipped, ${retried.length} at the second try`,
    ],
  };
}

/** The interval of the progress check. */
const LOOK_EVERY_MS = 10_000;

/**
 * A Vitest reporter: writes the report of the run to the file in `RUN_REPORT`. It ends a run that makes no progress,
 * since Vitest waits for its processes forever.
 */
export default class RunReport implements Reporter {
  readonly #watch = new ProgressWatch(performance.now());
  readonly #workers = new Set<ChildProcess>();
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    // Vitest's processes are those that exchange messages with it.
    subscribe('child_process', (message) => {
      const child = childOf(message);
      if (child) this.#workers.add(child);
      child?.once('exit', () => this.#workers.delete(child));
    });
  }

  onTestRunStart(): void {
    this.#timer = setInterval(() => {
      const words = this.#watch.stalled(performance.now());
      if (words === null) return;
      process.stderr.write(`\n${words}\n`);
      leave({ success: false, lines: [words] });
      // A process with a blocked event loop would not notice the end of its parent. What the tests started ends with
      // its process, PostgreSQL by its own listener.
      for (const child of this.#workers) if (child.connected) child.kill('SIGKILL');
      process.exit(1);
    }, LOOK_EVERY_MS);
  }
  onTestModuleQueued({ id, moduleId }: TestModule): void {
    this.#watch.begins(id, { file: nameOf(moduleId), test: null, limitMs: 0 }, performance.now());
  }
  onTestModuleEnd({ id }: TestModule): void {
    this.#watch.ends(id, performance.now());
  }
  onTestCaseReady({ id, module, fullName, options }: TestCase): void {
    const limitMs = options.timeout ?? 0;
    this.#watch.begins(id, { file: nameOf(module.moduleId), test: fullName, limitMs }, performance.now());
  }
  onTestCaseResult({ id }: TestCase): void {
    this.#watch.ends(id, performance.now());
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearInterval(this.#timer);
    const tests = modules.flatMap((module) =>
      Array.from(module.children.allTests(), (test) => ({
        name: `${nameOf(module.moduleId)} > ${test.fullName}`,
        state: test.result().state,
        ms: test.diagnostic()?.duration ?? 0,
        retries: test.diagnostic()?.retryCount ?? 0,
      })),
    );
    leave(reportOf(tests));
  }
}

const childOf = (message: unknown): ChildProcess | null =>
  typeof message === 'object' && message !== null && 'process' in message && message.process instanceof ChildProcess
    ? message.process
    : null;

const nameOf = (file: string): string => path.relative(process.cwd(), file);

function leave(report: ReturnType<typeof reportOf>): void {
  const { RUN_REPORT } = process.env;
  if (RUN_REPORT !== undefined) writeFileSync(RUN_REPORT, JSON.stringify(report));
}
