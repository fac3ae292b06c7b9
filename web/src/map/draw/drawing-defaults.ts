/** Half-width of a corridor that was just drawn, metres. */
export const NEW_HALF_WIDTH_M = 50;
/** Radius of a circle around a place that was looked for, metres. */
export const NEW_RADIUS_M = 200;
/** More corners than these are not dragged one by one. */
export const MOST_HANDLES = 400;
/** Colour of a geofence unless another is chosen. */
export const NEW_COLOUR = '#2563d9';
