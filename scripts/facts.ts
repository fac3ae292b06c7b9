/**
 * `npm run -s facts -- < track.csv`: what tracking makes of a recorded track. For whoever asks why a figure is what it
 * is, with the fixes of another system, say, or of a device on the bench.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inOrder, takeIn } from '@milepost/tracking/apply-batch';
import type { Fact } from '@milepost/tracking/fact';
import { indexFences } from '@milepost/tracking/fence-index';
import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import { newState } from '@milepost/tracking/track-state';
import { readTrack } from './read-track.ts';

const USAGE = `usage: npm run -s facts -- [--zone Europe/Berlin] [--kind trip] < track.csv
Reads CSV with a header: time, lat, lon, and where there are such columns speed (km/h), course, ignition, vehicle.
Prints one JSON line for each trip, stop, idle, overspeed and day, with the vehicle; times are ISO 8601 in UTC.
`;

/** The moments among the fields of a fact, which are epoch milliseconds. */
const MOMENTS = new Set(['start', 'end', 'confirmedAt', 'firstMoveAt', 'lastMoveAt', 'from', 'to']);
const readable = (key: string, value: unknown): unknown =>
  MOMENTS.has(key) && typeof value === 'number' ? new Date(value).toISOString() : value;

function fail(message: string): never {
  process.stderr.write(`${message}\n${USAGE}`);
  process.exit(2);
}

try {
  const { values } = parseArgs({
    options: { zone: { type: 'string', default: 'UTC' }, kind: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(USAGE);
  } else {
    const { vehicles, faults } = readTrack(readFileSync(0, 'utf8'));
    for (const { line, fault } of faults) process.stderr.write(`line ${line}: ${fault}\n`);
    for (const [vehicle, reports] of vehicles) {
      for (const fact of factsOf(reports, values.zone)) {
        if (values.kind && fact.kind !== values.kind) continue;
        process.stdout.write(`${JSON.stringify({ vehicle, ...fact }, readable)}\n`);
      }
    }
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function factsOf(reports: Parameters<typeof inOrder>[0], timeZone: string): Fact[] {
  const context = { settings: DEFAULT_SETTINGS, timeZone, fences: indexFences([]), rules: [], clearedByHand: [] };
  return takeIn(newState(), inOrder(reports), context).facts.toSorted((a, b) => a.start - b.start);
}
