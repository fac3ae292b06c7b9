export const FILE_KINDS = ['geojson', 'kml', 'csv'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The largest accepted file, bytes. */
export const MAX_BYTES = 20 * 1024 * 1024;
