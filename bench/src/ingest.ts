import { reasonOf } from '@milepost/server/fault';
import { benchIngest } from './ingest-run.ts';
import { INGEST_USAGE, readIngestOptions, type IngestOptions } from './ingest-options.ts';

let options: IngestOptions;
try {
  options = readIngestOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n${INGEST_USAGE}\n`);
  process.exit(2);
}
process.stdout.write(`${JSON.stringify(await benchIngest(options))}\n`);
