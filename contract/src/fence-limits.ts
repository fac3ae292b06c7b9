/** Fences that are taken in one call of an import; more come in several. */
export const IMPORT_BATCH = 1000;
/** Fences of one import in all. */
export const IMPORT_MOST = 20_000;
/** Fences whose whole records are given at once. */
export const EXPORT_BATCH = 200;
