// Without zod: the driver's page takes the kinds and limits from here.

/** What a driver says of a stop; `taken-back`: nothing of what was said before holds. */
export const ENTRY_KINDS = ['arrived', 'done', 'skipped', 'taken-back'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Why a driver skips a stop; `other` needs a note. */
export const DRIVER_SKIPS = ['closed', 'nobody', 'refused', 'no-access', 'no-time', 'other'] as const;
export type DriverSkip = (typeof DRIVER_SKIPS)[number];

/** Of one stop, in units of the load. */
export const MOST_UNITS = 1_000_000;
export const MOST_NOTE = 500;
/** Photos of one word, and of all words of a run, which is as many as a record may have. */
export const MOST_WORD_PHOTOS = 4;
/** Words of one run; every stop could be said of ten times. */
export const MOST_RUN_WORDS = 3000;
/** Words of one stop that are told at once, the newest. */
export const MOST_STOP_WORDS = 50;
/** A photo as base64, characters: it is made smaller on the phone. */
export const MOST_PHOTO_TEXT = 1_000_000;

/** How a word and the vehicle's positions differ; null: they agree, or there is nothing to compare. */
export const WORD_DIFFERENCES = ['elsewhere', 'unseen', 'short', 'served', 'time'] as const;
export type WordDifference = (typeof WORD_DIFFERENCES)[number];

interface Entry {
  said: EntryKind;
  /** Epoch milliseconds. */
  at: number;
  key: string;
}

/** What holds of a stop: when it was reached, and the word that says done or skipped. */
export interface Standing<Word> {
  arrivedAt: number | null;
  closing: Word | null;
}

/**
 * What holds after these words, in whatever order they are given: the last one said counts. An arrival stays beside the
 * word that closes the stop; what was taken back takes everything before it along.
 */
export function standingOf<Word extends Entry>(words: readonly Word[]): Standing<Word> {
  let standing: Standing<Word> = { arrivedAt: null, closing: null };
  for (const word of words.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))) {
    if (word.said === 'taken-back') standing = { arrivedAt: null, closing: null };
    else if (word.said === 'arrived') standing.arrivedAt = word.at;
    else standing.closing = word;
  }
  return standing;
}
