import { DEPOTS, demoFleet } from './fleet.ts';
import { OptionError, readOptions, USAGE } from './options.ts';

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(USAGE);
  else if (options.printFleet) {
    process.stdout.write(`${JSON.stringify({ vehicles: demoFleet(options.vehicles), depots: DEPOTS })}\n`);
  }
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  process.stderr.write(`simulator: ${error.message}\n`);
  process.exitCode = 2;
}
