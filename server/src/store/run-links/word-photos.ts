import { fault } from '@milepost/contract/fault';
import { MAX_FILES } from '@milepost/contract/file-kinds';
import { MAX_ENTRY_PHOTOS } from '@milepost/contract/run-word-kinds';
import { AppError } from '../../errors.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { FoundLink } from './find-run-link.ts';
import { lockWords } from './store-entry.ts';

interface PhotoOf {
  wordKey: string;
  /** Generated on the phone: two photos with the same key are one photo. */
  key: string;
}

/**
 * Whether a photo exists already, and how many its entry has. Checked before the picture is processed, which takes a
 * while.
 * @throws AppError `not-found` if the entry does not exist, `conflict` if it has the maximum number of photos
 */
export async function findPhoto(db: Queryable, { runId }: FoundLink, { wordKey, key }: PhotoOf) {
  const { rows } = await db.query<{ wordId: number; outlet: string; isThere: boolean; photos: number; ofRun: number }>(
    `SELECT w.id AS "wordId", o.name AS outlet, EXISTS (SELECT FROM run_word_photos p WHERE p.run_id = w.run_id AND p.key = $3) AS "isThere",
       (SELECT count(*)::int FROM run_word_photos p WHERE p.word_id = w.id) AS photos,
       (SELECT count(*)::int FROM run_word_photos p WHERE p.run_id = w.run_id) AS "ofRun"
     FROM run_words w JOIN outlets o ON o.id = w.outlet_id WHERE w.run_id = $1 AND w.key = $2`,
    [runId, wordKey, key],
  );
  const [found] = rows;
  if (!found) throw new AppError('not-found', 'no-word');
  if (found.isThere) return found;
  if (found.photos >= MAX_ENTRY_PHOTOS)
    throw new AppError('conflict', fault('most-photos', { most: MAX_ENTRY_PHOTOS }));
  if (found.ofRun >= MAX_FILES) throw new AppError('conflict', fault('most-photos', { most: MAX_FILES }));
  return found;
}

/**
 * Attaches a stored file to its entry and run; a duplicate that arrived meanwhile stays unattached, and is collected.
 */
export function linkPhoto(database: Database, link: FoundLink, photo: PhotoOf, fileId: number): Promise<number> {
  return inTransaction(database, async (db) => {
    await lockWords(db, link.runId);
    const { wordId, isThere, photos } = await findPhoto(db, link, photo);
    if (isThere) return photos;
    await db.query('INSERT INTO run_word_photos (run_id, word_id, file_id, key) VALUES ($1, $2, $3, $4)', [
      link.runId,
      wordId,
      fileId,
      photo.key,
    ]);
    // The time of the entry, whatever the camera's clock shows.
    await db.query(
      `UPDATE files f SET orphan_since = NULL, held_by = NULL, taken_at = w.said_at FROM run_words w
       WHERE f.id = $1 AND w.id = $2`,
      [fileId, wordId],
    );
    const made = await db.query<{ photos: number }>(
      `WITH linked AS (
         INSERT INTO file_links (organisation_id, file_id, record_kind, record_id, vehicle_id, at, picture)
         SELECT u.organisation_id, f.id, 'run', u.id, u.vehicle_id, f.taken_at, true
         FROM route_runs u, files f WHERE u.id = $1 AND f.id = $2)
       SELECT count(*)::int AS photos FROM run_word_photos WHERE word_id = $3`,
      [link.runId, fileId, wordId],
    );
    return onlyRow(made).photos;
  });
}
