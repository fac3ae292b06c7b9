// npm run fuzz: throws what is nearly right at the project, and writes down what it could not bear.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesTarget } from './files.ts';
import { protocolsTarget } from './protocols.ts';
import { routesTarget } from './routes.ts';
import { runTarget, type Target } from './run-target.ts';
import { socketTarget } from './socket.ts';
import { spreadsheetsTarget } from './spreadsheets.ts';

const TARGETS: Record<string, () => Target | Promise<Target>> = {
  protocols: protocolsTarget,
  routes: routesTarget,
  socket: socketTarget,
  files: filesTarget,
  spreadsheets: spreadsheetsTarget,
};
const FOLDER = 'fuzz-findings';

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, target: { type: 'string' }, seed: { type: 'string' } },
});
const seconds = Number(values.seconds ?? 600);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const wanted = values.target === undefined ? Object.keys(TARGETS) : [values.target];
if (!(seconds > 0) || !Number.isInteger(seed) || wanted.some((name) => !Object.hasOwn(TARGETS, name))) {
  process.stderr.write(
    `Use: npm run fuzz -- [--target ${Object.keys(TARGETS).join('|')}] [--seconds 600] [--seed 1]\n`,
  );
  process.exit(2);
}
// What is thrown apart from a call would else end the fuzzer without a word of what was thrown.
const loose: string[] = [];
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error: unknown) => loose.push(error instanceof Error ? (error.stack ?? '') : String(error)));
}
let found = 0;
for (const name of wanted) {
  const target = await TARGETS[name]?.();
  if (!target) continue;
  process.stdout.write(`${name}: ${seconds} s, seed ${seed}\n`);
  const { steps, findings } = await runTarget(target, { seed, seconds });
  await target.stop();
  const all = [...findings, ...loose.splice(0).map((what) => ({ seed, step: steps, what, input: null }))];
  process.stdout.write(`${name}: ${steps} steps, ${all.length} findings\n`);
  for (const finding of all) {
    mkdirSync(FOLDER, { recursive: true });
    const file = path.join(FOLDER, `${name}-${finding.seed}.json`);
    writeFileSync(file, `${JSON.stringify(finding, null, 2)}\n`);
    process.stdout.write(`  ${file}: ${finding.what.split('\n')[0]}\n`);
  }
  found += all.length;
}
process.exitCode = found === 0 ? 0 : 1;
