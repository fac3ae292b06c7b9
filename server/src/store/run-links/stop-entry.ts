import type { StopEntry } from '@milepost/contract/driver-link-operations';
import type { DriverSkip } from '@milepost/contract/run-word-kinds';

/** SQL of the entries for a stop, from its row `w` of `run_stop_words`. */
export const ENTRY_COLUMNS = `w.arrived_at AS "arrivedAt", w.done_at AS "doneAt", w.skipped_at AS "skippedAt",
  w.skip_reason AS skip, w.note AS "saidNote", w.delivered::float8, w.returned::float8, w.collected::float8,
  w.signed_by AS "signedBy", (SELECT count(*)::int FROM run_word_photos p WHERE p.word_id = w.word_id) AS photos`;

export interface EntryRow {
  arrivedAt: Date | null;
  doneAt: Date | null;
  skippedAt: Date | null;
  skip: DriverSkip | null;
  saidNote: string | null;
  delivered: number | null;
  returned: number | null;
  collected: number | null;
  signedBy: string | null;
  photos: number;
}

export const toStopEntry = ({ arrivedAt, doneAt, skippedAt, saidNote, ...rest }: EntryRow): StopEntry => ({
  arrivedAt: arrivedAt?.toISOString() ?? null,
  doneAt: doneAt?.toISOString() ?? null,
  skippedAt: skippedAt?.toISOString() ?? null,
  note: saidNote,
  ...rest,
});
