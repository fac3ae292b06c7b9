// Without zod: the browser takes the limits from here before it sends a file.

/** What a file is, by its content. */
export const FILE_KINDS = ['picture', 'video', 'audio', 'document'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Files of one record. */
export const MOST_FILES = 200;
/** Longest name of a file, characters. */
export const FILE_NAME = 120;
/** Photos of one download, and their bytes: a ZIP without its 64-bit form holds 4 GiB. */
export const MOST_ZIPPED = { photos: 5000, bytes: 4_000_000_000 } as const;
