// npm test: installs and builds what is stale, then runs every test, the browser's included.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, fail, projectNode, ROOT } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const folder = mkdtempSync(path.join(tmpdir(), 'milepost-results-'));
const results = path.join(folder, 'results.json');
const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
const { status } = spawnSync(projectNode(), [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
let report;
try {
  report = JSON.parse(readFileSync(results, 'utf8'));
} catch {
  fail('The tests left no results.');
}
rmSync(folder, { recursive: true, force: true });
const skipped = report.numPendingTests + report.numTodoTests;
process.stdout.write(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped} skipped\n`);
// A file that cannot be loaded has no failed test, and a run without tests has proved nothing.
process.exit(status === 0 && report.success && report.numPassedTests > 0 ? 0 : 1);
