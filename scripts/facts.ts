/**
 * `npm run -s facts -- < track.csv`: the facts that tracking derives from a recorded track. Explains a figure with the
 * fixes of another system or of a device under test, for example.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sortReports, applyLateReports } from '@milepost/tracking/apply-batch';
import type { Fact } from '@milepost/tracking/fact';
import { indexFences } from '@milepost/tracking/build-fence-index';
import { DEFAULT_SETTINGS, IGNITION_SOURCES, type TrackingContext } from '@milepost/tracking/settings';
import { newState } from '@milepost/tracking/track-state';
import { decimal } from './decimal.ts';
import { readTrack } from './read-track.ts';

/** Without geofences and rules there are no visits and no alarms. */
const KINDS = ['trip', 'stop', 'idle', 'tow', 'overspeed', 'day'] as const satisfies readonly Fact['kind'][];
/** The same bounds as for an installation on the server. */
const [MIN_FACTOR, MAX_FACTOR] = [0.1, 10];

const USAGE = `usage: npm run -s facts -- [options] < track.csv
Reads CSV with a header. Required columns: time, lat, lon. Optional columns: speed (km/h), course, ignition, supply voltage
(power), odometer (metres, or odometerKm), engine revolutions (rpm), vehicle.
Prints one JSON line for each trip, stop, idle, tow, overspeed and day, with the vehicle; times are ISO 8601 in UTC.
Lines that cannot be read are reported on stderr; the other lines are used.
  --zone Europe/Berlin       time zone of the days (UTC)
  --kind trip                only facts of this kind: ${KINDS.join(', ')}
  --ignition-source wire     source of the engine state: ${IGNITION_SOURCES.join(', ')}
  --speed-factor 3.6         factor for the speeds, ${MIN_FACTOR} to ${MAX_FACTOR} (1)
`;

/** The time fields of a fact, which are epoch milliseconds. */
const MOMENTS = new Set(['start', 'end', 'confirmedAt', 'firstMoveAt', 'lastMoveAt', 'from', 'to']);
const readable = (key: string, value: unknown): unknown =>
  MOMENTS.has(key) && typeof value === 'number' ? new Date(value).toISOString() : value;

/** A file from elsewhere must not control the terminal. */
// oxlint-disable-next-line no-control-regex -- it matches control characters
const printable = (text: string) => text.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, '\uFFFD');

function fail(message: string): never {
  process.stderr.write(`${printable(message)}\n${USAGE}`);
  process.exit(2);
}

// A reader that closes after the first lines has all that it needs.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

try {
  const { values } = parseArgs({
    options: {
      zone: { type: 'string', default: 'UTC' },
      kind: { type: 'string' },
      'ignition-source': { type: 'string', default: 'automatic' },
      'speed-factor': { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
  } else {
    const context = contextOf(values.zone, values['ignition-source'], values['speed-factor']);
    const kind = values.kind === undefined ? undefined : oneOf('kind', KINDS, values.kind);
    const { vehicles, faults, unknown } = readTrack(readFileSync(0, 'utf8'));
    if (unknown.length > 0) process.stderr.write(`columns that are not read: ${printable(unknown.join(', '))}\n`);
    for (const { line, fault } of faults) process.stderr.write(`line ${line}: ${printable(fault)}\n`);
    for (const [vehicle, reports] of vehicles) {
      for (const fact of factsOf(reports, context)) {
        if (kind !== undefined && fact.kind !== kind) continue;
        process.stdout.write(`${JSON.stringify({ vehicle, ...fact }, readable)}\n`);
      }
    }
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function oneOf<Choice extends string>(option: string, choices: readonly Choice[], given: string): Choice {
  const choice = choices.find((one) => one === given);
  if (choice === undefined) throw new Error(`--${option} must be one of ${choices.join(', ')}`);
  return choice;
}

function contextOf(timeZone: string, source: string, factor: string): TrackingContext {
  if (!isTimeZone(timeZone)) throw new Error(`--zone must be a time zone, not ${timeZone}`);
  const ignitionSource = oneOf('ignition-source', IGNITION_SOURCES, source);
  const speedFactor = decimal(factor);
  if (speedFactor === undefined || speedFactor < MIN_FACTOR || speedFactor > MAX_FACTOR) {
    throw new Error(`--speed-factor must be a number from ${MIN_FACTOR} to ${MAX_FACTOR}`);
  }
  const settings = DEFAULT_SETTINGS;
  return { settings, timeZone, fences: indexFences([]), rules: [], ignitionSource, speedFactor, clearedByHand: [] };
}

function factsOf(reports: Parameters<typeof sortReports>[0], context: TrackingContext): Fact[] {
  return applyLateReports(newState(), sortReports(reports), context).facts.toSorted((a, b) => a.start - b.start);
}

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
