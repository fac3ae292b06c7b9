import type { RouteOutput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import type { TrackFormat } from '@milepost/contract/history-routes';
import { AppError } from '../errors.ts';
import type { Queryable } from '../store/database.ts';
import { readTrackBreaks } from '../store/tracks/track-breaks.ts';
import { readFixes } from '../store/tracks/track-fixes.ts';
import { timeMs, zonedText } from './fix-text.ts';
import { TRACK_WRITERS } from './track-writer.ts';

type Piece = RouteOutput<RouteTable['get-track-file']>;

/** Fixes of a piece: some megabytes of text. */
const PIECE = 20_000;
const BAD_CURSOR = 'last-cursor';

interface Asked {
  from: Date;
  to: Date;
  format: TrackFormat;
  /** The person's: times are written in it where the format does not ask for UTC. */
  timeZone: string;
  /** Null for the first piece. */
  cursor: string | null;
}

/**
 * The next piece of the file. Between pieces nothing is kept here: the cursor says behind which fix to go on (its time
 * in microseconds, its hash), and how many there were.
 */
export async function exportPiece(
  db: Queryable,
  vehicle: { id: number; registration: string },
  { from, to, format, timeZone, cursor }: Asked,
  size = PIECE,
): Promise<Piece> {
  const writer = TRACK_WRITERS[format];
  const [micros = 0, hash = 0, count = 0] = cursor?.split('.').map(Number) ?? [];
  // As it stands in the table; a cursor that was made up is not asked for.
  if ((hash | 0) !== hash) throw new AppError('invalid', BAD_CURSOR, { fields: { cursor: BAD_CURSOR } });
  const after = cursor === null ? null : { micros, hash };
  const fixes = await readFixes(db, vehicle.id, { from, to, after, most: size });
  const { holeMs } = await readTrackBreaks(db, vehicle.id);
  const last = fixes.at(-1);
  const done = fixes.length < size;
  const name = `${vehicle.registration} ${clock(from, timeZone)} – ${clock(to, timeZone)} ${timeZone}`;
  const text = [
    after ? '' : writer.head(name),
    fixes.length > 0 ? writer.body(fixes, after && Math.floor(after.micros / 1000), { timeZone, holeMs }) : '',
    done ? writer.tail(count + fixes.length > 0) : '',
  ].join('');
  const next = last && !done ? `${last.cursor.micros}.${last.cursor.hash}.${count + fixes.length}` : null;
  return { text, fixes: fixes.length, next, reached: last && !done ? new Date(timeMs(last)).toISOString() : null };
}

/** "2026-02-01 07:00:00". */
const clock = (at: Date, timeZone: string) => zonedText(at.getTime(), timeZone).slice(0, 19).replace('T', ' ');
