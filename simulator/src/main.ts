import { loadOutlets } from '@milepost/city/outlets';
import { loadRoadGraph } from '@milepost/city/road-graph';
import { DEPOTS, demoFleet } from './fleet.ts';
import { runFleet } from './fleet-runner.ts';
import { runLoad } from './load-runner.ts';
import { OptionError, readOptions, USAGE } from './options.ts';
import type { Options } from './options.ts';
import { Streets } from './streets.ts';
import { demoTours, type Tour } from './tours.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Prints the fleet, and the tours that some of it drives. */
function printFleet(count: number): void {
  const vehicles = demoFleet(count);
  const tours = demoTours(vehicles, new Streets(loadRoadGraph()), loadOutlets());
  const reported = tours.map(({ name, identity, depot, weekdays, startMinute, stops }): Tour => {
    return { name, identity, depot, weekdays, startMinute, stops };
  });
  print(JSON.stringify({ vehicles, depots: DEPOTS, tours: reported }));
}

function run(options: Options): void {
  const running = options.rate === null ? runFleet(options, print) : runLoad(options, options.rate, print);
  const end = (): void => {
    running.stop();
    process.exit(0);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (options.untilInputEnds) process.stdin.once('end', end).once('error', end).resume();
  if (options.durationS !== null) setTimeout(end, options.durationS * 1000);
}

// The reader of the output may close it before the process ends; that is not an error.
process.stdout.on('error', () => undefined);

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) print(USAGE);
  else if (options.printFleet) printFleet(options.vehicles);
  else run(options);
} catch (error) {
  // Exit code 2 for wrong options; 1 for a city that is not built or a state folder that cannot be written.
  process.stderr.write(`simulator: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof OptionError ? 2 : 1;
}
