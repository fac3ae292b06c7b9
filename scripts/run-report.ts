// What `npm test` says of a run at its end: the slowest tests, those that passed only at the second try, and the sums.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST = 20;
/** More tests than this that passed only at the second try are no chance: the run fails. */
const MOST_RETRIED = 3;

interface TestRun {
  /** Of its file and itself. */
  name: string;
  state: string;
  ms: number;
  retries: number;
}

/** The sums of a run and the lines that tell of it. */
export function reportOf(tests: readonly TestRun[]): { success: boolean; lines: string[] } {
  const count = (state: string) => tests.filter((test) => test.state === state).length;
  const retried = tests.filter(({ state, retries }) => state === 'passed' && retries > 0);
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped') + count('pending')];
  const tooMany = retried.length > MOST_RETRIED;
  return {
    success: passed > 0 && failed === 0 && !tooMany,
    lines: [
      'Slowest:',
      ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`),
      ...(retried.length > 0 ? ['Passed only at the second try:', ...retried.map(({ name }) => `  ${name}`)] : []),
      ...(tooMany ? [`More than ${MOST_RETRIED} tests needed a second try: the run fails.`] : []),
      `${passed} passed, ${failed} failed, ${skipped} skipped, ${retried.length} at the second try`,
    ],
  };
}

/** A reporter of Vitest: leaves the report of the run in the file that `RUN_REPORT` names. */
export default class RunReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { RUN_REPORT } = process.env;
    if (RUN_REPORT === undefined) return;
    const tests = modules.flatMap((module) =>
      Array.from(module.children.allTests(), (test) => ({
        name: `${path.relative(process.cwd(), module.moduleId)} > ${test.fullName}`,
        state: test.result().state,
        ms: test.diagnostic()?.duration ?? 0,
        retries: test.diagnostic()?.retryCount ?? 0,
      })),
    );
    writeFileSync(RUN_REPORT, JSON.stringify(reportOf(tests)));
  }
}
