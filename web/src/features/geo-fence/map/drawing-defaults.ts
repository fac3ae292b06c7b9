/** Half-width of a corridor that was just drawn, metres. */
export const NEW_HALF_WIDTH_M = 50;
/** More corners than these are not dragged one by one. */
export const MOST_HANDLES = 400;
