/** The half-width of a newly drawn corridor, metres. */
export const NEW_HALF_WIDTH_M = 50;
/** The radius of a circle around a place that was searched for, metres. */
export const NEW_RADIUS_M = 200;
/** Shapes with more corners than this cannot be dragged corner by corner. */
export const MAX_HANDLES = 400;
/** The default colour of a geofence. */
export const NEW_COLOUR = '#2563d9';
