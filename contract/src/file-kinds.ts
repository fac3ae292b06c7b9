// This file does not import zod, because the browser checks the limits before it uploads a file.

/** The kind of a file, determined from its content. */
export const FILE_KINDS = ['picture', 'video', 'audio', 'document'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Files of one record. */
export const MAX_FILES = 200;
/** Longest name of a file, characters. */
export const FILE_NAME = 120;
/** The photos of one download and their bytes: a ZIP without the 64-bit format holds 4 GiB. */
export const MAX_ZIPPED = { photos: 5000, bytes: 4_000_000_000 } as const;
