import type { Queryable } from '../database.ts';
import { type Bounds, boundsOf } from './bands.ts';

interface CutStop {
  id: number;
  start: string;
  end: string | null;
  durationS: number;
  unseenS: number;
}

/**
 * The unknown times of stops that extend across an edge of a range, by stop; stops for which they are not stored are
 * missing.
 */
export async function readUnknownOfCutStops(
  db: Queryable,
  stops: readonly CutStop[],
  { from, to }: { from: Date; to: Date },
): Promise<ReadonlyMap<number, Bounds[]>> {
  const cut = stops.filter((stop) => {
    const [start, end] = boundsOf(stop);
    return stop.unseenS > 0 && (start < from.getTime() || end > to.getTime());
  });
  if (cut.length === 0) return new Map();
  const { rows } = await db.query<{ id: number; start: Date; end: Date }>(
    `SELECT s.id, lower(u) AS start, upper(u) AS "end" FROM stops s CROSS JOIN unnest(s.unseen) u WHERE s.id = ANY($1)`,
    [cut.map(({ id }) => id)],
  );
  const byStop = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byStop].map(([id, found]) => [id, found.map(({ start, end }): Bounds => [+start, +end])]));
}
