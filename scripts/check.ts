// npm run check: types, lint, format, unused code, and which room may import which.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { checkRooms } from './check-rooms.ts';

const ROOT = path.join(import.meta.dirname, '..');
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name);

const checks: { name: string; command: string[] }[] = [
  { name: 'types', command: [bin('tsc'), '-p', 'tsconfig.json'] },
  { name: 'types of the web application', command: [bin('tsc'), '-p', 'web/tsconfig.json'] },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'] },
  { name: 'format', command: [bin('oxfmt'), '--check'] },
  { name: 'unused code', command: [bin('knip')] },
];

let failed = 0;
for (const { name, command } of checks) {
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' });
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
  if (status !== 0) failed++;
}
const forbidden = checkRooms(ROOT);
for (const line of forbidden) process.stdout.write(`${line}\n`);
process.stdout.write(`${forbidden.length === 0 ? 'ok  ' : 'FAIL'} rooms\n`);
process.exitCode = failed + forbidden.length === 0 ? 0 : 1;
