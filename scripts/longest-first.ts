// The order of the test files: the longest first, so that no worker is left with one at the end. Those of the web part
// are last: after each of them its process loads our modules again.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take the most time, longest first. The others are sorted by size, as Vitest does. */
export const LONGEST = [
  'e2e/src/every-screen.test.ts',
  'e2e/src/connect-device.test.ts',
  'e2e/src/live-map.test.ts',
  'e2e/src/specification-errors.test.ts',
  'e2e/src/proxy.test.ts',
  'e2e/src/geo-fence.test.ts',
  'e2e/src/specification-administration.test.ts',
  'e2e/src/specification-segments.test.ts',
  'e2e/src/specification-panel.test.ts',
  'e2e/src/import-round-trip.test.ts',
  'e2e/src/specification-shell.test.ts',
  'e2e/src/vehicles.test.ts',
  'e2e/src/demo.test.ts',
  'e2e/src/sign-in.test.ts',
  'e2e/src/territories.test.ts',
  'e2e/src/history.test.ts',
  'e2e/src/timeline.test.ts',
  'e2e/src/import.test.ts',
  'e2e/src/specification-calls.test.ts',
  'server/src/main.test.ts',
  'bench/src/faults/faults-run.test.ts',
  'server/src/reports/all-reports.test.ts',
  'server/src/facts/runs.test.ts',
  'server/src/rpc/limited.test.ts',
  'protocols/src/every-protocol.test.ts',
  'fuzz/src/fuzz.test.ts',
  'server/src/jobs/jobs.test.ts',
  'server/src/reports/export/every-file.test.ts',
  'server/src/rpc/access.test.ts',
  'bench/src/flood-run.test.ts',
  'server/src/facts/tracker.test.ts',
  'server/src/rpc/rights.test.ts',
  'server/src/rpc/foreign.test.ts',
  'simulator/src/movement.test.ts',
  'server/src/rpc/secrets.test.ts',
  'server/src/gateway/probe-attack.test.ts',
  'server/src/reports/saved-reports.test.ts',
  'server/src/store/expenses/book-recurring.test.ts',
  'server/src/broker/broker.test.ts',
  'tracking/src/faulty-devices.test.ts',
  'server/src/rpc/bad-input.test.ts',
  'server/src/rpc/call-budgets.test.ts',
  'server/src/facts/recompute-facts.test.ts',
];

const ROOT = path.join(import.meta.dirname, '..');
const nameOf = (file: string) => path.relative(ROOT, file).replaceAll(path.sep, '/');
/** True if a file, by its full path, belongs to the web part. */
export const isOfWeb = (file: string): boolean => nameOf(file).startsWith('web/');
const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = LONGEST.indexOf(nameOf(moduleId));
  return rank >= 0 ? rank : LONGEST.length + Number(isOfWeb(moduleId));
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array method: it returns the order and changes nothing
    const usual = await super.sort(files);
    const projects = [...new Set(usual.map(({ project }) => project))];
    return projects.flatMap((project) =>
      usual.filter((one) => one.project === project).toSorted((a, b) => rankOf(a) - rankOf(b)),
    );
  }
}
