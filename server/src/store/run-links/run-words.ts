import type { StopWords } from '@milepost/contract/run-link-routes';
import { between } from '@milepost/tracking/geo';
import { POSITION_FLAG } from '@milepost/tracking/position';
import { wordDifference } from '@milepost/tracking/runs/word-difference';
import type { Queryable } from '../database.ts';
import { FILE_COLUMNS, FILE_TABLES, type FileRow, toFile } from '../files/file-rows.ts';
import type { Scope } from '../scope.ts';
import { getRunOf } from './run-of.ts';
import { SAID_COLUMNS, type SaidRow, toSaid } from './said.ts';

interface WordRow extends SaidRow {
  outletId: number;
  name: string;
  wordId: number | null;
  currency: string | null;
  signature: number[][] | null;
  receivedAt: Date | null;
  clockAheadS: number | null;
  words: number;
  lat: number | null;
  lon: number | null;
  radiusM: number;
  served: boolean;
  visitArrivedAt: Date | null;
  visitDepartedAt: Date | null;
  vehicleLat: number | null;
  vehicleLon: number | null;
}

/** A position that is older than this says nothing of where the vehicle was. */
const FRESH = `interval '10 minutes'`;

/** Where the vehicle that was on run `u` was at `at`: its newest fix of the minutes before. */
const vehicleAt = (at: string) => `SELECT p.lat / 1e7 AS lat, p.lon / 1e7 AS lon FROM run_vehicles t
  JOIN installations i ON i.vehicle_id = t.vehicle_id
  CROSS JOIN LATERAL (SELECT q.lat, q.lon, q.fix_time FROM positions q
    WHERE q.device_id = i.device_id AND q.fix_time BETWEEN ${at} - ${FRESH} AND ${at}
      AND q.flags & ${POSITION_FLAG.valid} <> 0
    ORDER BY q.fix_time DESC LIMIT 1) p
  WHERE t.run_id = u.id AND t.from_time <= ${at} AND t.until_time > ${at} AND i.installed_at <= ${at} AND coalesce(i.removed_at, 'infinity') > ${at}
  ORDER BY p.fix_time DESC LIMIT 1`;

/**
 * What the driver said of the stops of a run, in their order, each beside what the vehicle's positions say.
 * @throws AppError `not-found` outside the scope
 */
export async function readRunWords(db: Queryable, scope: Scope, runId: number): Promise<StopWords[]> {
  await getRunOf(db, scope, runId);
  const { rows } = await db.query<WordRow>(
    `SELECT w.outlet_id AS "outletId", o.name, w.word_id AS "wordId", w.currency, c.signature,
            c.received_at AS "receivedAt",
            extract(epoch FROM c.phone_at - c.said_at)::float8 AS "clockAheadS",
            (SELECT count(*)::int FROM run_words a WHERE a.run_id = w.run_id AND a.outlet_id = w.outlet_id) AS words,
            o.lat, o.lon, o.reach_m AS "radiusM", coalesce(v.served, false) AS served,
            v.arrived_at AS "visitArrivedAt", v.departed_at AS "visitDepartedAt",
            at.lat::float8 AS "vehicleLat", at.lon::float8 AS "vehicleLon", ${SAID_COLUMNS}
     FROM run_stop_words w JOIN route_runs u ON u.id = w.run_id JOIN outlets o ON o.id = w.outlet_id
       LEFT JOIN run_words c ON c.id = w.word_id
       LEFT JOIN run_visits v ON v.run_id = w.run_id AND v.outlet_id = w.outlet_id
       LEFT JOIN route_run_stops s ON s.run_id = w.run_id AND s.outlet_id = w.outlet_id
       LEFT JOIN LATERAL (${vehicleAt('coalesce(w.done_at, w.skipped_at, w.arrived_at)')}) at ON true
     WHERE w.run_id = $1 ORDER BY s.position, w.outlet_id`,
    [runId],
  );
  const photos = await readPhotos(db, runId);
  return rows.map((row) => toWords(row, photos));
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

function toWords(row: WordRow, photos: ReadonlyMap<number, readonly FileRow[]>): StopWords {
  const { arrivedAt, doneAt, skippedAt, skip, note, delivered, returned, collected, signedBy } = toSaid(row);
  const metres =
    row.lat === null || row.lon === null || row.vehicleLat === null || row.vehicleLon === null
      ? null
      : Math.round(between({ lat: row.lat, lon: row.lon }, { lat: row.vehicleLat, lon: row.vehicleLon }));
  const seen = {
    served: row.served,
    arrivedAt: row.visitArrivedAt?.getTime() ?? null,
    departedAt: row.visitDepartedAt?.getTime() ?? null,
    metres,
    radiusM: row.radiusM,
  };
  const said = { doneAt: row.doneAt?.getTime() ?? null, skippedAt: row.skippedAt?.getTime() ?? null };
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
    vehicle: {
      arrivedAt: row.visitArrivedAt?.toISOString() ?? null,
      departedAt: row.visitDepartedAt?.toISOString() ?? null,
      served: row.served,
      metres,
    },
    difference: wordDifference(said, seen),
  };
}
