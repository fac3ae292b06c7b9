// This file does not import zod, because the driver's page uses these kinds and limits.

/** The kinds of driver entries for a stop; `taken-back` invalidates all earlier entries. */
export const ENTRY_KINDS = ['arrived', 'done', 'skipped', 'taken-back'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Why a driver skips a stop; `other` requires a note. */
export const DRIVER_SKIPS = ['closed', 'nobody', 'refused', 'no-access', 'no-time', 'other'] as const;
export type DriverSkip = (typeof DRIVER_SKIPS)[number];

/** The most units of the load at one stop. */
export const MAX_UNITS = 1_000_000;
export const MAX_NOTE_LENGTH = 500;
/** The photos of one entry, and of all entries of a run, which is the limit of files of a record. */
export const MAX_ENTRY_PHOTOS = 4;
/** The entries of one run; enough for ten at every stop. */
export const MAX_RUN_ENTRIES = 3000;
/** The entries of one stop that are returned, newest first. */
export const MAX_STOP_ENTRIES = 50;
/** The length of a photo in base64: the phone scales it down. */
export const MAX_PHOTO_BASE64_LENGTH = 1_000_000;

/** How an entry and the vehicle's positions differ; null: they agree, or cannot be compared. */
export const ENTRY_DIFFERENCES = ['elsewhere', 'unseen', 'short', 'served', 'time'] as const;
export type WordDifference = (typeof ENTRY_DIFFERENCES)[number];

interface Entry {
  said: EntryKind;
  /** Epoch milliseconds. */
  at: number;
  key: string;
}

/** The valid state of a stop: when it was reached, and the entry that reports it as done or skipped. */
export interface StopStanding<Word> {
  arrivedAt: number | null;
  closing: Word | null;
}

/**
 * The state after these entries, given in any order: the last one is valid. An arrival remains beside the entry that
 * closes the stop; a withdrawal invalidates everything before it.
 */
export function standingOf<Word extends Entry>(words: readonly Word[]): StopStanding<Word> {
  let standing: StopStanding<Word> = { arrivedAt: null, closing: null };
  for (const word of words.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))) {
    if (word.said === 'taken-back') standing = { arrivedAt: null, closing: null };
    else if (word.said === 'arrived') standing.arrivedAt = word.at;
    else standing.closing = word;
  }
  return standing;
}
