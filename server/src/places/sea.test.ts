import { toPlaces } from '@milepost/city/places';
import { expect, test } from 'vitest';
import { worldPlaces } from './places.ts';
import { findOffshore } from './sea.ts';

/** On the outer crescent of the Palm Jumeirah, reclaimed land 2.6 km off the coastlines of the world. */
const CRESCENT = { lat: 25.1315, lon: 55.1165 };
/** In the Gulf, 30 km offshore. */
const GULF = { lat: 25.35, lon: 54.85 };
const none = worldPlaces({ streets: null, towns: null });

test('reclaimed land is no sea when a street of the map is near', async () => {
  expect(await findOffshore(none, [CRESCENT, GULF])).toEqual(new Set([CRESCENT, GULF]));
  const file = { names: ['Crescent Road'], suburbs: [], roads: [[0, 25_132_000, 55_115_000, 0, 4000]] };
  const mapped = worldPlaces({ streets: toPlaces(file), towns: null });
  expect(await findOffshore(mapped, [CRESCENT, GULF])).toEqual(new Set([GULF]));
});
