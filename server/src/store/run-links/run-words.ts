import type { StopWord, StopWords } from '@milepost/contract/run-link-operations';
import { MAX_STOP_ENTRIES } from '@milepost/contract/run-word-kinds';
import { between } from '@milepost/tracking/geo';
import { wordDifference } from '@milepost/tracking/runs/word-difference';
import type { Queryable } from '../database.ts';
import { FILE_COLUMNS, FILE_TABLES, type FileRow, toFile } from '../files/file-rows.ts';
import type { Scope } from '../scope.ts';
import { microsSql } from '../tracks/device-range.ts';
import { type LastFix, readLastFixes } from '../tracks/last-fixes.ts';
import { getRunOf } from './run-of.ts';
import { ENTRY_COLUMNS, type EntryRow, toStopEntry } from './stop-entry.ts';

/** The outlet's coordinates and the vehicle's visit, for comparison with an entry. */
interface SeenRow {
  lat: number | null;
  lon: number | null;
  radiusM: number;
  served: boolean;
  visitArrivedAt: Date | null;
  visitDepartedAt: Date | null;
}

/** The coordinates of the vehicle at the time of an entry. */
interface VehicleAt {
  vehicleLat: number | null;
  vehicleLon: number | null;
}

/** A stop with its valid entries. */
interface StopRow extends EntryRow, SeenRow, EntryAt {
  outletId: number;
  name: string;
  wordId: number | null;
  currency: string | null;
  signature: number[][] | null;
  receivedAt: Date | null;
  clockAheadS: number | null;
  words: number;
  otherPhone: boolean;
}

interface WordRow
  extends SeenRow, EntryAt, Omit<StopWord, 'saidAt' | 'receivedAt' | 'photos' | 'metres' | 'difference'> {
  saidAt: Date;
  receivedAt: Date;
  total: number;
}

/** An older position does not show where the vehicle was, microseconds. */
const FRESH_MICROS = 10 * 60 * 1_000_000;

/** The devices in the vehicle of run `u` at `at`. */
const devicesAt = (at: string) => `ARRAY(SELECT i.device_id FROM run_vehicles t
  JOIN installations i ON i.vehicle_id = t.vehicle_id
  WHERE t.run_id = u.id AND t.from_time <= ${at} AND t.until_time > ${at} AND i.installed_at <= ${at}
    AND coalesce(i.removed_at, 'infinity') > ${at})`;

/** An entry's time, and the devices that show where the vehicle was then. */
interface EntryAt {
  atMicros: number | null;
  deviceIds: number[];
}

/** Columns of `EntryAt`. */
const entryAt = (at: string) => `${microsSql(at)} AS "atMicros", ${devicesAt(at)} AS "deviceIds"`;

/** Adds the position of the vehicle to each entry: its newest fix in the minutes before. */
async function withVehicle<Row extends EntryAt>(db: Queryable, entries: readonly Row[]): Promise<(Row & VehicleAt)[]> {
  const ranges = entries.flatMap(({ atMicros, deviceIds }, entry) =>
    atMicros === null
      ? []
      : deviceIds.map((deviceId) => ({ entry, deviceId, from: atMicros - FRESH_MICROS, to: atMicros + 1 })),
  );
  const last = new Map<number, LastFix>();
  for (const [index, fix] of (await readLastFixes(db, ranges)).entries()) {
    const entry = ranges[index]?.entry ?? 0;
    if (fix && fix.micros > (last.get(entry)?.micros ?? -Infinity)) last.set(entry, fix);
  }
  return entries.map((entry, index) => {
    const fix = last.get(index);
    return { ...entry, vehicleLat: fix ? fix.lat / 1e7 : null, vehicleLon: fix ? fix.lon / 1e7 : null };
  });
}

/** Columns of the outlet `o` and the visit `v`. */
const SEEN_COLUMNS = `o.lat, o.lon, o.reach_m AS "radiusM", coalesce(v.served, false) AS served,
  v.arrived_at AS "visitArrivedAt", v.departed_at AS "visitDepartedAt"`;

/**
 * The driver's entries for the stops of a run in order, each compared with the vehicle's positions.
 * @throws AppError `not-found` outside the scope
 */
export async function readRunWords(db: Queryable, scope: Scope, runId: number): Promise<StopWords[]> {
  await getRunOf(db, scope, runId);
  const { rows } = await db.query<StopRow>(
    `SELECT a.outlet_id AS "outletId", o.name, w.word_id AS "wordId", w.currency, c.signature,
            c.received_at AS "receivedAt",
            extract(epoch FROM c.phone_at - c.said_at)::float8 AS "clockAheadS", a.words,
            EXISTS (SELECT FROM run_words b WHERE b.run_id = $1 AND b.outlet_id = a.outlet_id
              AND b.said IN ('done', 'skipped') AND b.phone <> c.phone) AS "otherPhone",
            ${SEEN_COLUMNS}, ${entryAt('coalesce(w.done_at, w.skipped_at, w.arrived_at)')}, ${ENTRY_COLUMNS}
     FROM (SELECT outlet_id, count(*)::int AS words FROM run_words WHERE run_id = $1 GROUP BY outlet_id) a
       JOIN route_runs u ON u.id = $1 JOIN outlets o ON o.id = a.outlet_id
       LEFT JOIN run_stop_words w ON w.run_id = u.id AND w.outlet_id = a.outlet_id
       LEFT JOIN run_words c ON c.id = w.word_id
       LEFT JOIN run_visits v ON v.run_id = u.id AND v.outlet_id = a.outlet_id
       LEFT JOIN route_run_stops s ON s.run_id = u.id AND s.outlet_id = a.outlet_id
     ORDER BY s.position, a.outlet_id`,
    [runId],
  );
  const photos = await readPhotos(db, runId);
  return (await withVehicle(db, rows)).map((row) => toStopWords(row, photos));
}

/**
 * The entries for one stop, newest first, up to the limit.
 * @throws AppError `not-found` outside the scope
 */
export async function readStopWords(
  db: Queryable,
  scope: Scope,
  { runId, outletId }: { runId: number; outletId: number },
): Promise<{ words: StopWord[]; total: number }> {
  await getRunOf(db, scope, runId);
  const { rows } = await db.query<WordRow>(
    `WITH phones AS (SELECT phone, row_number() OVER (ORDER BY min(id))::int AS number FROM run_words
       WHERE run_id = $1 GROUP BY phone)
     SELECT a.id, a.said, a.said_at AS "saidAt", a.received_at AS "receivedAt",
            extract(epoch FROM a.phone_at - a.said_at)::float8 AS "clockAheadS", p.number AS phone,
            a.id IS NOT DISTINCT FROM w.word_id OR (a.said = 'arrived' AND a.said_at = w.arrived_at) AS counts,
            a.skip_reason AS skip, a.note, a.delivered::float8, a.returned::float8, a.collected::float8, a.currency,
            a.signed_by AS "signedBy", a.signature, count(*) OVER ()::int AS total,
            ${SEEN_COLUMNS}, ${entryAt('a.said_at')}
     FROM run_words a JOIN phones p ON p.phone = a.phone
       JOIN route_runs u ON u.id = a.run_id JOIN outlets o ON o.id = a.outlet_id
       LEFT JOIN run_stop_words w ON w.run_id = a.run_id AND w.outlet_id = a.outlet_id
       LEFT JOIN run_visits v ON v.run_id = a.run_id AND v.outlet_id = a.outlet_id
     WHERE a.run_id = $1 AND a.outlet_id = $2 ORDER BY a.said_at DESC, a.key DESC LIMIT ${MAX_STOP_ENTRIES}`,
    [runId, outletId],
  );
  const photos = await readPhotos(db, runId);
  const words = (await withVehicle(db, rows)).map((row) => toStopWord(row, photos));
  return { words, total: rows[0]?.total ?? 0 };
}

async function readPhotos(db: Queryable, runId: number) {
  const { rows } = await db.query<FileRow & { word_id: number }>(
    `SELECT w.word_id, ${FILE_COLUMNS} FROM run_word_photos w JOIN ${FILE_TABLES} ON true
     WHERE w.run_id = $1 AND f.id = w.file_id
       AND EXISTS (SELECT FROM file_links l WHERE l.file_id = f.id AND l.record_kind = 'run' AND l.record_id = $1)
     ORDER BY w.id`,
    [runId],
  );
  return Map.groupBy(rows, ({ word_id }) => word_id);
}

type Photos = ReadonlyMap<number, readonly FileRow[]>;

function toStopWords(row: StopRow & VehicleAt, photos: Photos): StopWords {
  const { arrivedAt, doneAt, skippedAt, skip, note, delivered, returned, collected, signedBy } = toStopEntry(row);
  const metres = metresOf(row);
  return {
    outlet: { id: row.outletId, name: row.name },
    arrivedAt,
    doneAt,
    skippedAt,
    receivedAt: row.receivedAt?.toISOString() ?? null,
    clockAheadS: row.clockAheadS === null ? null : Math.round(row.clockAheadS),
    skip,
    note,
    delivered,
    returned,
    collected,
    currency: row.currency,
    signedBy,
    signature: row.signature,
    photos: (row.wordId === null ? [] : (photos.get(row.wordId) ?? [])).map(toFile),
    words: row.words,
    otherPhone: row.otherPhone,
    vehicle: {
      arrivedAt: row.visitArrivedAt?.toISOString() ?? null,
      departedAt: row.visitDepartedAt?.toISOString() ?? null,
      served: row.served,
      metres,
    },
    difference: differenceOf(row, metres, row),
  };
}

function toStopWord(row: WordRow & VehicleAt, photos: Photos): StopWord {
  const {
    id,
    said: entry,
    phone,
    counts,
    skip,
    note,
    delivered,
    returned,
    collected,
    currency,
    signedBy,
    signature,
  } = row;
  const metres = metresOf(row);
  const at = row.saidAt;
  return {
    id,
    said: entry,
    saidAt: at.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    clockAheadS: Math.round(row.clockAheadS),
    phone,
    counts,
    skip,
    note,
    delivered,
    returned,
    collected,
    currency,
    signedBy,
    signature,
    photos: (photos.get(id) ?? []).map(toFile),
    metres,
    difference: differenceOf(row, metres, {
      doneAt: entry === 'done' ? at : null,
      skippedAt: entry === 'skipped' ? at : null,
    }),
  };
}

const metresOf = ({ lat, lon, vehicleLat, vehicleLon }: SeenRow & VehicleAt): number | null =>
  lat === null || lon === null || vehicleLat === null || vehicleLon === null
    ? null
    : Math.round(between({ lat, lon }, { lat: vehicleLat, lon: vehicleLon }));

function differenceOf(seen: SeenRow, metres: number | null, entry: { doneAt: Date | null; skippedAt: Date | null }) {
  return wordDifference(
    { doneAt: entry.doneAt?.getTime() ?? null, skippedAt: entry.skippedAt?.getTime() ?? null },
    {
      served: seen.served,
      arrivedAt: seen.visitArrivedAt?.getTime() ?? null,
      departedAt: seen.visitDepartedAt?.getTime() ?? null,
      metres,
      radiusM: seen.radiusM,
    },
  );
}
