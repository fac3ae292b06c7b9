// The categories of places, separate from their schemas, which pages need not load.

/** The category of a place; each has its own symbol on the map. */
export const PLACE_CATEGORIES = [
  'depot',
  'customer',
  'supplier',
  'fuel',
  'workshop',
  'parking',
  'rest',
  'toll',
  'border',
  'hazard',
  'other',
] as const;
export type PlaceCategory = (typeof PLACE_CATEGORIES)[number];

/** The places of one organisation in total, and of one import. */
export const MAX_PLACES = 5000;
export const IMPORT_PLACES = 1000;
