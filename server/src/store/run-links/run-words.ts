import type { StopWord, StopWords } from '@milepost/contract/run-link-operations';
import { MAX_STOP_ENTRIES } from '@milepost/contract/run-word-kinds';
import { between } from '@milepost/tracking/geo';
import { POSITION_FLAG } from '@milepost/tracking/position';
import { wordDifference } from '@milepost/tracking/runs/word-difference';
import type { Queryable } from '../database.ts';
import { FILE_COLUMNS, FILE_TABLES, type FileRow, toFile } from '../files/file-rows.ts';
import type { Scope } from '../scope.ts';
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
  vehicleLat: number | null;
  vehicleLon: number | null;
}

/** A stop with its valid entries. */
interface StopRow extends EntryRow, SeenRow {
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

interface WordRow extends SeenRow, Omit<StopWord, 'saidAt' | 'receivedAt' | 'photos' | 'metres' | 'difference'> {
  saidAt: Date;
  receivedAt: Date;
  total: number;
}

/** An older position does not show where the vehicle was. */
const FRESH = `interval '10 minutes'`;

/** The position of the vehicle of run `u` at `at`: its newest fix in the minutes before. */
const vehicleAt = (at: string) => `SELECT p.lat / 1e7::float8 AS lat, p.lon / 1e7::float8 AS lon FROM run_vehicles t
  JOIN installations i ON i.vehicle_id = t.vehicle_id
  CROSS JOIN LATERAL (SELECT q.lat, q.lon, q.fix_time FROM positions q
    WHERE q.device_id = i.device_id AND q.fix_time BETWEEN ${at} - ${FRESH} AND ${at}
      AND q.flags & ${POSITION_FLAG.valid} <> 0
    ORDER BY q.fix_time DESC LIMIT 1) p
  WHERE t.run_id = u.id AND t.from_time <= ${at} AND t.until_time > ${at} AND i.installed_at <= ${at} AND coalesce(i.removed_at, 'infinity') > ${at}
  ORDER BY p.fix_time DESC LIMIT 1`;

/** Columns of the outlet `o`, the visit `v` and the vehicle's position `at`. */
const SEEN_COLUMNS = `o.lat, o.lon, o.reach_m AS "radiusM", coalesce(v.served, false) AS served,
  v.arrived_at AS "visitArrivedAt", v.departed_at AS "visitDepartedAt",
  at.lat::float8 AS "vehicleLat", at.lon::float8 AS "vehicleLon"`;

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
            ${SEEN_COLUMNS}, ${ENTRY_COLUMNS}
     FROM (SELECT outlet_id, count(*)::int AS words FROM run_words WHERE run_id = $1 GROUP BY outlet_id) a
       JOIN route_runs u ON u.id = $1 JOIN outlets o ON o.id = a.outlet_id
       LEFT JOIN run_stop_words w ON w.run_id = u.id AND w.outlet_id = a.outlet_id
       LEFT JOIN run_words c ON c.id = w.word_id
       LEFT JOIN run_visits v ON v.run_id = u.id AND v.outlet_id = a.outlet_id
       LEFT JOIN route_run_stops s ON s.run_id = u.id AND s.outlet_id = a.outlet_id
       LEFT JOIN LATERAL (${vehicleAt('coalesce(w.done_at, w.skipped_at, w.arrived_at)')}) at ON true
     ORDER BY s.position, a.outlet_id`,
    [runId],
  );
  const photos = await readPhotos(db, runId);
  return rows.map((row) => toStopWords(row, photos));
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
            a.signed_by AS "signedBy", a.signature, count(*) OVER ()::int AS total, ${SEEN_COLUMNS}
     FROM run_words a JOIN phones p ON p.phone = a.phone
       JOIN route_runs u ON u.id = a.run_id JOIN outlets o ON o.id = a.outlet_id
       LEFT JOIN run_stop_words w ON w.run_id = a.run_id AND w.outlet_id = a.outlet_id
       LEFT JOIN run_visits v ON v.run_id = a.run_id AND v.outlet_id = a.outlet_id
       LEFT JOIN LATERAL (${vehicleAt('a.said_at')}) at ON true
     WHERE a.run_id = $1 AND a.outlet_id = $2 ORDER BY a.said_at DESC, a.key DESC LIMIT ${MAX_STOP_ENTRIES}`,
    [runId, outletId],
  );
  const photos = await readPhotos(db, runId);
  return { words: rows.map((row) => toStopWord(row, photos)), total: rows[0]?.total ?? 0 };
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

function toStopWords(row: StopRow, photos: Photos): StopWords {
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

function toStopWord(row: WordRow, photos: Photos): StopWord {
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

const metresOf = ({ lat, lon, vehicleLat, vehicleLon }: SeenRow): number | null =>
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
