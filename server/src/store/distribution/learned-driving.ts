import { type Driving, USUAL_DRIVING } from '@milepost/contract/route-schedule';
import { type DrivingExperience, drivingIn, learnDriving } from '../../distribution/driving-times.ts';
import type { Queryable } from '../database.ts';
import { readDrivenHours } from './driven-hours.ts';

/** The number of hours from the start of a run for which planned times are computed. */
const HOURS = 6;
/** The minimum distance for learning, metres. */
const MIN_DRIVEN_M = 200_000;

/** Learns once a day how the vehicles of an organisation drive, if they have driven enough. */
export async function learnDrivingOf(db: Queryable, organisationId: number): Promise<void> {
  const { rowCount: known } = await db.query(
    `SELECT FROM learned_driving WHERE organisation_id = $1 AND learned_at > now() - interval '1 day'`,
    [organisationId],
  );
  if (known) return;
  const hours = await readDrivenHours(db, organisationId);
  if (hours.reduce((sum, { drivenM }) => sum + drivenM, 0) < MIN_DRIVEN_M) return;
  const { factor, speedKph } = learnDriving(hours);
  // Rounded, so that small changes do not cause planned runs to be recreated.
  await db.query(
    `INSERT INTO learned_driving (organisation_id, factor, speed_kph) VALUES ($1, $2, $3)
     ON CONFLICT (organisation_id) DO UPDATE SET factor = excluded.factor, speed_kph = excluded.speed_kph, learned_at = now()`,
    [organisationId, Math.round(factor * 20) / 20, speedKph.map((speed) => Math.round(speed / 2) * 2)],
  );
}

/**
 * How vehicles drive on a run that begins at a minute of the day: the learned values, otherwise the defaults for towns.
 */
export async function readDriving(db: Queryable, organisationId: number): Promise<(startMin: number) => Driving> {
  const { rows } = await db.query<DrivingExperience>(
    'SELECT factor::float8 AS factor, speed_kph::float8[] AS "speedKph" FROM learned_driving WHERE organisation_id = $1',
    [organisationId],
  );
  const [learned] = rows;
  if (!learned) return () => USUAL_DRIVING;
  const experience = { ...learned, factor: Math.round(learned.factor * 100) / 100 };
  return (startMin) => drivingIn(experience, Math.floor(startMin / 60) % 24, HOURS);
}
