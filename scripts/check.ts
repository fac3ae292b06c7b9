// npm run check: types, lint, format, unused code, licences, a complete lock file, imports between rooms, no circles of
// imports and no more small modules than today, no use of the browser's time zone, new names by
// the glossary, and the numbers of files in guides.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkCounts } from './adding-counts.ts';
import { checkLicences } from './check-licences.ts';
import { checkLock } from './check-lock.ts';
import { checkModules } from './check-modules.ts';
import { checkRooms } from './check-rooms.ts';
import { checkWords } from './check-words.ts';
import { checkZones } from './check-zones.ts';

const ROOT = path.join(import.meta.dirname, '..');
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name);

const checks: { name: string; command: string[] }[] = [
  // One checker: four take 3.3 GB instead of 1.7, and on two cores are no faster.
  { name: 'types', command: [bin('tsc'), '-p', 'tsconfig.json', '--checkers', '1'] },
  { name: 'types of the web application', command: [bin('tsc'), '-p', 'web/tsconfig.json', '--checkers', '1'] },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'] },
  { name: 'format', command: [bin('oxfmt'), '--check'] },
  { name: 'unused code', command: [bin('knip')] },
];

const missing = checks.filter(({ command: [program = ''] }) => !existsSync(program));
if (missing.length > 0) {
  process.stderr.write('The tools of the checks are not installed: npm start leaves them out. Run npm ci first.\n');
  process.exit(1);
}

let failed = 0;
for (const { name, command } of checks) {
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' });
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
  if (status !== 0) failed++;
}
for (const [name, found] of [
  ['licences', checkLicences(ROOT)],
  ['lock file', checkLock(ROOT)],
  ['rooms', checkRooms(ROOT)],
  ['modules', checkModules(ROOT)],
  ['time zones', checkZones(ROOT)],
  ['words', checkWords(ROOT)],
  ['counts of guides', checkCounts(ROOT)],
] as const) {
  for (const line of found) process.stdout.write(`${line}\n`);
  process.stdout.write(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
  failed += found.length;
}
process.exitCode = failed === 0 ? 0 : 1;
