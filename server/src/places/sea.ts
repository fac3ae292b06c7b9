import { type Land, loadLand } from '@milepost/city/land';
import type { Places, Point } from './places.ts';
import { orNull } from './or-null.ts';

let land: Land | null | undefined;

/** Who knows of streets, which the coastlines of the world do not: they leave out land that was won from the sea. */
export type Streets = Pick<Places, 'streetsNear'>;

/**
 * Those of the places that are in the open sea, at least `OFFSHORE_M` from land by the coastlines of the world, and have no
 * street near; without what is built, none is. The coastlines are read when they are first asked for.
 */
export async function findOffshore<At extends Point>(streets: Streets, places: readonly At[]): Promise<Set<At>> {
  if (land === undefined) land = orNull(loadLand);
  const atSea = places.filter(({ lat, lon }) => land?.isOffshore(lat, lon) ?? false);
  if (atSea.length === 0) return new Set();
  const hasStreet = await streets.streetsNear(atSea);
  return new Set(atSea.filter((place) => !hasStreet(place)));
}
