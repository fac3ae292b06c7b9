import type { PlaceCategory } from '@milepost/contract/place-kinds';

/** The icon of each kind of place: lines on a field of 24 by 24. */
export const PLACE_SIGNS: Record<PlaceCategory, string> = {
  depot: 'M4 20V9.5L12 5l8 4.5V20M8 20v-7h8v7M8 16.5h8',
  customer: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M5 20.5v-1.5a5 5 0 0 1 5-5h4a5 5 0 0 1 5 5v1.5',
  supplier: 'M12 3.5l7.5 4.2v8.6L12 20.5l-7.5-4.2V7.7ZM4.5 7.7 12 12l7.5-4.3M12 12v8.5',
  fuel: 'M5 20V6a2 2 0 0 1 2-2h5a2 2 0 0 1 2 2v14M3.5 20h12M5 11h9M14 11h1.5a2 2 0 0 1 2 2v3a1.5 1.5 0 0 0 3 0V9l-3-3',
  workshop: 'M19.5 7.5a4.5 4.5 0 0 1-6 5.4L7.6 18.8a2 2 0 0 1-2.9-2.8l6-6a4.5 4.5 0 0 1 5.5-5.8L13.5 7l3.3 3.3Z',
  parking: 'M8 20.5v-17h5.5a4.7 4.7 0 0 1 0 9.4H8',
  rest: 'M4 9.5h12v5.5a4.5 4.5 0 0 1-4.5 4.5h-3A4.5 4.5 0 0 1 4 15ZM16 11h1.5a2.7 2.7 0 0 1 0 5.4H16M8 3.5v2.5M12 3.5v2.5',
  toll: 'M5 20V8.5M3 20h4.5M5 13l16-4.5M10.5 11.5v3M16 10v3',
  border: 'M6 21V4M6 5c3.5-2 6 2 12 0v9c-6 2-8.5-2-12 0',
  hazard: 'M12 4.5 20.5 19.5H3.5ZM12 10v4M12 16.7v.2',
  other: 'M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6Z',
};
