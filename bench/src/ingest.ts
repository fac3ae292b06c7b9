import { reasonOf } from '@milepost/server/fault';
import { CLOSED_LOOP_USAGE, readClosedLoopOptions } from './closed-loop/closed-loop-options.ts';
import { benchClosedLoop, type ClosedLoopFigures } from './closed-loop/closed-loop-run.ts';
import { recordFigures } from './closed-loop/figures-file.ts';
import { benchIngest } from './ingest-run.ts';
import { INGEST_USAGE, readIngestOptions } from './ingest-options.ts';

const args = process.argv.slice(2);

function read<Options>(readOptions: (args: string[]) => Options): Options {
  try {
    return readOptions(args);
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n${INGEST_USAGE}\n${CLOSED_LOOP_USAGE}\n`);
    process.exit(2);
  }
}

const show = (figures: ClosedLoopFigures) => process.stdout.write(`${JSON.stringify(figures)}\n`);

async function closedLoop(): Promise<void> {
  const options = read(readClosedLoopOptions);
  const figures = await benchClosedLoop(options, show);
  process.stdout.write('Medians:\n');
  for (const one of figures) show(one);
  if (options.record) await recordFigures(figures);
}

if (args.includes('--closed-loop')) await closedLoop();
else process.stdout.write(`${JSON.stringify(await benchIngest(read(readIngestOptions)))}\n`);
