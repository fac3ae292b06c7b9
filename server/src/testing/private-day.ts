import type { Message } from '@milepost/protocols/types';
import type { Queryable } from '../store/database.ts';

/** Yesterday, early enough that the day below is over. */
export const START = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 + 6 * 3_600_000;
/** The yard is at latitude -34.9; private time is north of -34.85, which is tested from -34.83 on. */
export const YARD = { lat: -34.9, lon: -56.2 };
const PRIVATE = /-34\.(?:[4-7]\d|8[0-2])|-34(?:[4-7]\d|8[0-2])\d{4,5}\b/;

/** A day: standing in the yard, 40 km north, an hour there, and back; private between the first and the last kilometres. */
export function day(button: boolean): Message[] {
  const legs = [
    { minutes: 20, kph: 0, on: false },
    { minutes: 6, kph: 60, on: false },
    { minutes: 40, kph: 60, on: true },
    { minutes: 60, kph: 0, on: true },
    { minutes: 40, kph: -60, on: true },
    { minutes: 6, kph: -60, on: false },
    { minutes: 30, kph: 0, on: false },
  ];
  const messages: Message[] = [];
  let [time, lat] = [START, YARD.lat];
  for (const { minutes, kph, on } of legs) {
    for (let second = 0; second < minutes * 60; second += 30) {
      const fix = {
        time: new Date(time),
        valid: true,
        lat,
        lon: YARD.lon,
        altitudeM: 20,
        speedKph: Math.abs(kph),
        courseDeg: kph < 0 ? 180 : 0,
      };
      const attributes = { ignition: kph !== 0, ...(button && { input2: on }) };
      messages.push({ kind: 'report', deviceTime: fix.time, fix, attributes });
      time += 30_000;
      lat += (kph / 120) * (1 / 111.195);
    }
  }
  return messages;
}

/** What only tracking reads. */
export const INSIDE: ReadonlySet<string> = new Set(['sealed_positions', 'tracking_states', 'tracking_checkpoints']);

/** The tables with a row that contains a place of private time; of `device_states`, what others than ingest read. */
export async function tablesWithPrivatePlaces(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const each = rows.map(({ name }) => {
    // A hash can look like a latitude.
    const columns = name === 'device_states' ? `(t.lat, t.lon, t.attributes)` : `(to_jsonb(t) - 'report_hash')`;
    return `SELECT '${name}' AS name, ${columns}::text AS row FROM ${name} t WHERE t::text LIKE '%-34%'`;
  });
  const { rows: all } = await db.query<{ name: string; row: string }>(each.join(' UNION ALL '));
  return [...new Set(all.flatMap(({ name, row }) => (PRIVATE.test(row) ? [name] : [])))];
}
