// npm run -s bench:runs: a day of 2,000 runs of 40 stops as the distribution dashboard requests it, and the delay until
// an event at a stop is known, as one line of JSON.
import { benchRuns } from './runs/run.ts';

process.stdout.write(`${JSON.stringify(await benchRuns({ runs: 2000, stops: 40, rounds: 9 }))}\n`);
