import { type Land, loadLand } from '@milepost/city/land';
import type { Point } from './places.ts';
import { orNull } from './or-null.ts';

let land: Land | null | undefined;

/**
 * Whether a place is in the open sea, at least `OFFSHORE_M` from land by the coastlines of the world; without what is
 * built, none is. The coastlines are read when they are first asked for.
 */
export function isOffshore({ lat, lon }: Point): boolean {
  if (land === undefined) land = orNull(loadLand);
  return land?.isOffshore(lat, lon) ?? false;
}
