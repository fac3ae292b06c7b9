// What places are; apart from their schemas, which pages need not load.

/** What a place is; each is drawn with a sign of its own. */
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

/** Places of one organisation in all, and of one import. */
export const MOST_PLACES = 5000;
export const IMPORT_PLACES = 1000;
