import { type Land, loadLand } from '@milepost/city/land';
import type { Places, Point } from './places.ts';
import { orNull } from './or-null.ts';

let land: Land | null | undefined;

/** A source of streets, which supplements the coastlines of the world: those omit reclaimed land. */
export type Streets = Pick<Places, 'streetsNear'>;

/**
 * Returns the places that are in the open sea: at least `OFFSHORE_M` from land according to the coastlines of the
 * world, and without a street nearby. Returns none without built data. The coastlines are read on first use.
 */
export async function findOffshore<At extends Point>(streets: Streets, places: readonly At[]): Promise<Set<At>> {
  if (land === undefined) land = orNull(loadLand);
  const atSea = places.filter(({ lat, lon }) => land?.isOffshore(lat, lon) ?? false);
  if (atSea.length === 0) return new Set();
  const hasStreet = await streets.streetsNear(atSea);
  return new Set(atSea.filter((place) => !hasStreet(place)));
}
