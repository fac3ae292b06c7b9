import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { TrackFormat } from '@milepost/contract/history-operations';
import { AppError } from '../errors.ts';
import { inSlices } from '../loop/slices.ts';
import type { Queryable } from '../store/database.ts';
import { readTrackBreaks } from '../store/tracks/track-breaks.ts';
import { type FullFix, readFixes } from '../store/tracks/track-fixes.ts';
import { hasSensors, readFileSensors, withSensors } from './file-sensors.ts';
import { timeMs, zonedText } from './fix-text.ts';
import { TRACK_WRITERS } from './track-writer.ts';

type Piece = OperationOutput<Operations['get-track-file']>;

/** Fixes per piece: some megabytes of text. */
const PIECE = 20_000;
/** Fixes read and written together: some milliseconds of work. */
const READ = 2000;
const WRITTEN = 100;
const BAD_CURSOR = 'last-cursor';

interface ExportParams {
  from: Date;
  to: Date;
  format: TrackFormat;
  /** The person's zone, in which times are written when the format does not require UTC. */
  timeZone: string;
  /** Null for the first piece. */
  cursor: string | null;
  /** The organisation to which the work is attributed. */
  organisationId: number;
}

/**
 * The next piece of the file. Nothing is stored between pieces: the cursor contains the last fix (its time in
 * microseconds, its hash), and the number of fixes so far.
 */
export async function exportPiece(
  db: Queryable,
  vehicle: { id: number; registration: string },
  { from, to, format, timeZone, cursor, organisationId }: ExportParams,
  size = PIECE,
): Promise<Piece> {
  const writer = TRACK_WRITERS[format];
  const [micros = 0, hash = 0, count = 0] = cursor?.split('.').map(Number) ?? [];
  // Within the range of the column, so that a made-up cursor causes no query.
  if ((hash | 0) !== hash) throw new AppError('invalid', BAD_CURSOR, { fields: { cursor: BAD_CURSOR } });
  let after = cursor === null ? null : { micros, hash };
  const { gapMs: holeMs } = await readTrackBreaks(db, vehicle.id);
  const name = `${vehicle.registration} ${clock(from, timeZone)} – ${clock(to, timeZone)} ${timeZone}`;
  const sensors = hasSensors(format) ? await readFileSensors(db, vehicle.id) : [];
  const parts = [after ? '' : writer.head(name, sensors)];
  let [written, last, done]: [number, FullFix | null, boolean] = [0, null, false];
  while (written < size && !done) {
    const most = Math.min(READ, size - written);
    const fixes = await withSensors(
      db,
      vehicle.id,
      sensors,
      await readFixes(db, vehicle.id, { from, to, after, most }),
    );
    const slices = inSlices('track-file', organisationId);
    for (let at = 0; at < fixes.length; at += WRITTEN) {
      const some = fixes.slice(at, at + WRITTEN);
      parts.push(writer.body(some, after && Math.floor(after.micros / 1000), { timeZone, gapMs: holeMs, sensors }));
      last = some.at(-1) ?? last;
      after = last && last.cursor;
      // Leaves the loop to others for as long as this used it: a file may cover a year.
      if (slices.isOver()) await slices.rest();
    }
    written += fixes.length;
    done = fixes.length < most;
  }
  parts.push(done ? writer.tail(count + written > 0) : '');
  const next = last && !done ? `${last.cursor.micros}.${last.cursor.hash}.${count + written}` : null;
  const reached = last && !done ? new Date(timeMs(last)).toISOString() : null;
  return { text: parts.join(''), fixes: written, next, reached };
}

/** "2026-02-01 07:00:00". */
const clock = (at: Date, timeZone: string) => zonedText(at.getTime(), timeZone).slice(0, 19).replace('T', ' ');
