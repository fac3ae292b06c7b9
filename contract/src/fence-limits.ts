/** Geofences in one call of an import; larger imports take several calls. */
export const IMPORT_BATCH = 1000;
/** Geofences of one import in total. */
export const MAX_IMPORT_FENCES = 20_000;
/** Geofences whose full records are returned in one call. */
export const EXPORT_BATCH = 200;
