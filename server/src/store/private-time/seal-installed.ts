import type { Coordinates } from '@milepost/tracking/geo';
import { isPrivateAt, type PrivateTime } from '@milepost/tracking/private-time';
import { isUsableTime } from '@milepost/tracking/usable-time';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { type Installation, readInstallation } from '../fleet/installations.ts';
import { LATEST } from '../tracks/device-range.ts';
import { havePositions } from '../tracks/has-positions.ts';
import { storedReportPieces } from '../tracks/reports.ts';
import { sealRange } from '../tracks/seal-range.ts';
import { hideFacts, removeFiles } from './hide-facts.ts';
import { readPlaceBefore } from './place-before.ts';
import { type SealedPlace, sealDeviceState } from './seal-device-state.ts';

/** How far before the installation the last public place and the value of the button are read. */
const BEFORE_MS = 7 * 86_400_000;

/** A private time of a device, both ends included, with the last public place of the device before it. */
interface Run {
  from: number;
  to: number;
  place: Coordinates | null;
  /** True when some of it is not sealed. */
  isOpen: boolean;
}

/**
 * Seals what is stored already of the time since which an installation counts, by the marks, the hours and the button of
 * its vehicle. Call it wherever an installation begins or goes on in the past, in the transaction that changes it. What is
 * sealed stays so: a device that was private in the former vehicle does not show its places in another one.
 * @param since the first moment that the installation did not cover before, epoch milliseconds
 */
export async function sealInstalled(db: Queryable, installationId: number, since: number): Promise<void> {
  const installation = await readInstallation(db, installationId);
  if (installation) await sealPast(db, installation, since);
}

/** The same for many installations, few of which have reports already. */
export async function sealAllInstalled(
  db: Queryable,
  made: readonly { id: number; deviceId: number }[],
  since: number,
): Promise<void> {
  const found = await havePositions(
    db,
    made.map(({ deviceId }) => everythingSince(deviceId, since)),
  );
  for (const [index, { id }] of made.entries()) if (found[index]) await sealInstalled(db, id, since);
}

const everythingSince = (deviceId: number, since: number) => ({ deviceId, from: since * 1000, to: LATEST });

/** The same in a transaction of its own. @returns the private times that were found, for the state in memory */
export function sealPastAgain(database: Database, installation: Installation, since: number): Promise<SealedPlace[]> {
  return inTransaction(database, (db) => sealPast(db, installation, since));
}

async function sealPast(db: Queryable, installation: Installation, since: number): Promise<SealedPlace[]> {
  const { deviceId, vehicleId, privateTime } = installation;
  if (!privateTime) return [];
  const [hasPast] = await havePositions(db, [everythingSince(deviceId, since)]);
  if (!hasPast) return [];
  const others = await listInstallationsSince(db, deviceId, since);
  const found: SealedPlace[] = [];
  for (const { from, to: last, place, isOpen } of await listRuns(db, installation, privateTime, since)) {
    const to = last + 1;
    const shown = place ?? (await readPlaceBefore(db, vehicleId, new Date(from)));
    const sealed = { deviceId, from, to, place: shown };
    if (isOpen) {
      await sealRange(db, { deviceId, from: from * 1000, to: to * 1000 }, shown);
      for (const installationId of others) {
        await hideFacts(db, { installationId, from, to }, shown);
        await removeFiles(db, { installationId, from, to });
      }
    }
    await sealDeviceState(db, sealed);
    found.push(sealed);
  }
  return found;
}

/** The private times of what is stored, in order. */
async function listRuns(
  db: Queryable,
  { deviceId, from: begin, to }: Installation,
  privateTime: PrivateTime,
  since: number,
): Promise<Run[]> {
  const from = Math.max(since, begin);
  const runs: Run[] = [];
  let run: Run | null = null;
  let place: Coordinates | null = null;
  let button: Record<string, unknown> = {};
  const name = privateTime.button?.attribute;
  const range = { deviceId, from: new Date(from - BEFORE_MS), to: new Date(to ?? LATEST / 1000) };
  for await (const piece of storedReportPieces(db, range)) {
    for (const { time, receivedAt, report, isPrivate = false } of piece) {
      const isUsable = isUsableTime(time, receivedAt);
      const { attributes } = report.position ?? report;
      const here = name !== undefined && Object.hasOwn(attributes, name) ? { [name]: attributes[name] } : button;
      if (isUsable) button = here;
      if (time >= from && isPrivateAt(privateTime, isUsable ? time : receivedAt, here)) {
        run ??= runFrom(runs, time, place);
        run.to = time;
        run.isOpen ||= report.position !== null && !isPrivate;
        continue;
      }
      run = null;
      const { position } = report;
      if (position?.valid === true && isUsable && !isPrivate) place = { lat: position.lat, lon: position.lon };
    }
  }
  return runs;
}

function runFrom(runs: Run[], time: number, place: Coordinates | null): Run {
  const run = { from: time, to: time, place, isOpen: false };
  runs.push(run);
  return run;
}

/** Every installation of the device whose facts may be of the time, as those of the vehicle in which it was until now. */
async function listInstallationsSince(db: Queryable, deviceId: number, since: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM installations WHERE device_id = $1 AND coalesce(removed_at, 'infinity') >= $2`,
    [deviceId, new Date(since)],
  );
  return rows.map(({ id }) => id);
}
