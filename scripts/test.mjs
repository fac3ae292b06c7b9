// npm test: installs and builds what is out of date, then runs every test, including those in the browser.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, fail, projectNode, ROOT } from './prepare.mjs';

/** The maximum minutes of all tests on two otherwise idle cores. */
const MAX_MINUTES = 12;

ensureInstalled({ tests: true });
ensureBuilt();
const folder = mkdtempSync(path.join(tmpdir(), 'milepost-results-'));
const file = path.join(folder, 'report.json');
const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const reporters = ['--reporter=default', `--reporter=${path.join(import.meta.dirname, 'run-report.ts')}`];
const startedAt = performance.now();
const { status } = spawnSync(projectNode(), [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, RUN_REPORT: file },
});
let report;
try {
  report = JSON.parse(readFileSync(file, 'utf8'));
} catch {
  fail('The tests wrote no results.');
}
rmSync(folder, { recursive: true, force: true });
const minutes = (performance.now() - startedAt) / 60_000;
const over = minutes > MAX_MINUTES ? `, more than the ${MAX_MINUTES} min allowed on two idle cores` : '';
process.stdout.write(`Took ${minutes.toFixed(1)} min${over}\n${report.lines.join('\n')}\n`);
// A file that cannot be loaded has no failed test, so Vitest's exit status counts as well.
process.exit(status === 0 && report.success ? 0 : 1);
