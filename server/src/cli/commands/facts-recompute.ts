import { RECOMPUTE_PACES, type RecomputePace } from '@milepost/contract/recompute-pace';
import { setTimeout as delay } from 'node:timers/promises';
import { findServer } from '../../database/server-lock.ts';
import { StartError } from '../../errors.ts';
import type { Database } from '../../store/database.ts';
import {
  readOlderPast,
  readRecomputeChoice,
  saveRecomputeChoice,
  secondsOf,
} from '../../store/facts/recompute-choice.ts';
import {
  addRecomputeRequests,
  measureRecomputation,
  readRecomputeRequests,
  type RecomputeSelection,
} from '../../store/facts/recompute-requests.ts';
import { listDamage } from '../../store/tracks/dropped-days.ts';
import { organisationsBelow } from '../../store/retention/policies.ts';
import { openCommandDatabase } from '../command-database.ts';
import { type CommandContext, defineCommand, UsageError } from '../command.ts';

const LOOK_MS = 1000;

export const factsRecompute = defineCommand({
  options: {
    vehicle: { value: 'REGISTRATION', multiple: true, help: 'only vehicles of this registration; may be repeated' },
    organisation: { value: 'NAME', multiple: true, help: 'only this organisation and those below it; may be repeated' },
    from: { value: 'DAY', help: 'from this day on, such as 2026-03-02; otherwise from the first position' },
    pace: { value: 'PACE', help: `${RECOMPUTE_PACES.join(', ')}: sets the pace, and resumes what is paused` },
    'dry-run': { help: 'says what would be recomputed and how long it takes, and requests nothing' },
    wait: { help: 'prints the progress, and ends when all is recomputed' },
  },
  details: `Recomputes trips, stops, visits, alarms and totals of the chosen vehicles, or of all, from the stored positions. The server
that stores positions does it beside its work, after current data and at the pace under Administration › Organisations,
which also shows the progress; if none runs, its next start does. It survives restarts. Nobody is notified of past alarms,
handled ones keep their handling, and facts of days whose positions were deleted stay. It begins at the last state that is
stored before the day, up to 45 days back, otherwise at the first position. Facts up to the end of a damaged packed day stay as
they are, and are recomputed once milepost restore-day has restored it; the command names the day and ends with 1.`,
  run: async (context, { vehicle, organisation, from, pace, 'dry-run': isDry, wait }) => {
    const { config, logger, print } = context;
    if (pace !== undefined && !isPace(pace)) throw new UsageError(`--pace: one of ${RECOMPUTE_PACES.join(', ')}.`);
    if (from !== undefined) requireDay(from);
    const { database, close } = await openCommandDatabase(config(), logger);
    try {
      const selection = {
        vehicleIds: await chooseVehicles(database, vehicle, organisation),
        fromDay: from ?? null,
      };
      const found = await measureRecomputation(database, selection);
      if (found.vehicles === 0) {
        print('There is nothing to recompute: none of these vehicles has reported since then.');
        return 0;
      }
      const choice = await readRecomputeChoice(database);
      const { positionUs } = await readOlderPast(database);
      const time = secondsOf({ positions: found.positions, positionUs }, pace ?? choice.pace);
      print(
        `${amount(found.vehicles, 'vehicle')}, ${amount(found.positions, 'position')} ` +
          `${from === undefined ? 'from the first one on' : `to read for the days from ${from} on`}; ` +
          `${time === null ? 'how long that takes is known after the first vehicle' : `about ${durationOf(time)}`} at the pace ${pace ?? choice.pace}.`,
      );
      if (isDry) return 0;
      const last = await addRecomputeRequests(database, selection);
      if (pace !== undefined) await saveRecomputeChoice(database, { pace, paused: false });
      const server = await findServer(database);
      if (!server) {
        print('Requested. No server runs on this database; it recomputes them at its next start.');
        return (await printDamage(database, print, selection)) || wait ? 1 : 0;
      }
      print(`Requested. ${server.name} recomputes them.`);
      if (choice.paused && pace === undefined) {
        print('Recomputation is paused: resume it under Administration › Organisations, or with --pace.');
      }
      if (wait) await follow(database, context, { selection, last, vehicles: found.vehicles });
      return (await printDamage(database, print, selection)) ? 1 : 0;
    } finally {
      await close();
    }
  },
});

const isPace = (word: string): word is RecomputePace => RECOMPUTE_PACES.some((pace) => pace === word);

/** @throws UsageError unless it is a day of the calendar up to today, wherever that is */
function requireDay(day: string): void {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) {
    throw new UsageError('--from: must be a day such as 2026-03-02.');
  }
  const latest = Date.now() + 14 * 3_600_000;
  if (at > latest) throw new UsageError(`--from: ${day} is in the future.`);
}

/** The vehicles of these registrations and organisations; all if neither is chosen. */
async function chooseVehicles(
  database: Database,
  registrations: readonly string[] | undefined,
  organisations: readonly string[] | undefined,
): Promise<number[]> {
  let organisationIds: number[] | null = null;
  for (const name of organisations ?? []) {
    const { rows } = await database.query<{ id: number }>('SELECT id FROM organisations WHERE name = $1', [name]);
    if (rows.length === 0) throw new UsageError(`There is no organisation "${name}".`);
    organisationIds ??= [];
    for (const { id } of rows) organisationIds.push(...(await organisationsBelow(database, id)));
  }
  const { rows } = await database.query<{ id: number; registration: string }>(
    `SELECT id, registration FROM vehicles
      WHERE ($1::text[] IS NULL OR registration = ANY($1)) AND ($2::int[] IS NULL OR organisation_id = ANY($2))`,
    [registrations ?? null, organisationIds],
  );
  const missing = registrations?.find((one) => rows.every(({ registration }) => registration !== one));
  if (missing !== undefined) {
    throw new UsageError(`There is no vehicle "${missing}"${organisations === undefined ? '' : ' there'}.`);
  }
  return rows.map(({ id }) => id);
}

/** Prints the progress until the requests up to the last one are fulfilled, or all that are left have failed. */
async function follow(
  database: Database,
  { print, signal }: CommandContext,
  { selection, last, vehicles }: { selection: RecomputeSelection; last: number; vehicles: number },
): Promise<void> {
  let printed = 0;
  for (;;) {
    const left = await readRecomputeRequests(database, selection, last);
    const done = vehicles - left.vehicles;
    const percent = Math.floor((done / vehicles) * 100);
    if (percent > printed) {
      print(`${done} of ${amount(vehicles, 'vehicle')} (${percent}%)`);
      printed = percent;
    }
    if (left.vehicles === 0) return;
    if (left.vehicles === left.failures.length) {
      for (const { registration, cause } of left.failures) print(`${registration} could not be recomputed: ${cause}`);
      throw new StartError('The server tries these again: each minute while the disk is full, otherwise once a day.');
    }
    await delay(LOOK_MS, undefined, { signal });
  }
}

/** Names the packed days that cannot be read. @returns whether there are any */
async function printDamage(
  database: Database,
  print: CommandContext['print'],
  selection: RecomputeSelection,
): Promise<boolean> {
  const found = await listDamage(database, selection);
  for (const { registration, damage } of found) {
    print(`${registration}: ${damage.message} Until then, facts up to the end of that day stay as they are.`);
  }
  return found.length > 0;
}

const amount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

function durationOf(seconds: number): string {
  if (seconds < 90) return amount(Math.max(1, Math.round(seconds)), 'second');
  if (seconds < 5400) return amount(Math.round(seconds / 60), 'minute');
  return amount(Math.round(seconds / 3600), 'hour');
}
