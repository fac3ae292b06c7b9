// npm run fuzz: sends nearly valid input to the project, and records the failures.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tryDecoder, streamProtocols } from './decoders.ts';
import { filesTarget } from './files.ts';
import { protocolsTarget } from './protocols.ts';
import { operationsTarget } from './operations.ts';
import { type Finding, runTarget, type Target } from './run-target.ts';
import { socketTarget } from './socket.ts';
import { spreadsheetsTarget } from './spreadsheets.ts';

const TARGETS: Record<string, () => Target | Promise<Target>> = {
  protocols: protocolsTarget,
  operations: operationsTarget,
  socket: socketTarget,
  files: filesTarget,
  spreadsheets: spreadsheetsTarget,
};
const FOLDER = 'fuzz-findings';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    target: { type: 'string' },
    seed: { type: 'string' },
    frames: { type: 'string' },
    decoder: { type: 'string' },
  },
});
const seconds = Number(values.seconds ?? 600);
/** The number of frames for each decoder. */
const frames = Number(values.frames ?? 200_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
/** Runs each decoder separately, with a number of frames. */
const DECODERS = 'decoders';
const NAMES = [...Object.keys(TARGETS), DECODERS];
const wanted = values.target === undefined ? NAMES : [values.target];
const decoders = streamProtocols().filter(({ name }) => values.decoder === undefined || name === values.decoder);
const isWell = seconds > 0 && frames > 0 && Number.isInteger(seed) && decoders.length > 0;
if (!isWell || wanted.some((name) => !NAMES.includes(name))) {
  process.stderr.write(
    `Use: npm run fuzz -- [--target ${NAMES.join('|')}] [--seconds 600] [--frames 200000 [--decoder gt06]] [--seed 1]\n`,
  );
  process.exit(2);
}
// An error thrown outside a call would otherwise end the fuzzer without its input being recorded.
const loose: string[] = [];
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error: unknown) => loose.push(error instanceof Error ? (error.stack ?? '') : String(error)));
}
let found = 0;
function report(name: string, findings: readonly Finding[]): void {
  for (const finding of findings) {
    mkdirSync(FOLDER, { recursive: true });
    const file = path.join(FOLDER, `${name}-${finding.seed}-${finding.step}.json`);
    writeFileSync(file, `${JSON.stringify(finding, null, 2)}\n`);
    process.stdout.write(`  ${file}: ${finding.what.split('\n')[0]}\n`);
  }
  found += findings.length;
}

for (const name of wanted) {
  const target = await TARGETS[name]?.();
  if (!target) continue;
  process.stdout.write(`${name}: ${seconds} s, seed ${seed}\n`);
  const { steps, findings } = await runTarget(target, { seed, seconds });
  await target.stop();
  const all = [...findings, ...loose.splice(0).map((what) => ({ seed, step: steps, what, input: null }))];
  process.stdout.write(`${name}: ${steps} steps, ${all.length} findings\n`);
  report(name, all);
}
if (wanted.includes(DECODERS)) {
  process.stdout.write(`decoders: ${frames} frames each, seed ${seed}\n`);
  for (const protocol of decoders) {
    const { read, isSealed, seconds: took, findings } = tryDecoder(protocol, frames, seed);
    const share = Math.round((read / frames) * 100);
    process.stdout.write(
      `${protocol.name}: ${findings.length} findings, ${share}% read${isSealed ? ', with right checks' : ''}, ${Math.round(took)} s\n`,
    );
    report(protocol.name, findings);
  }
}
process.exitCode = found === 0 ? 0 : 1;
