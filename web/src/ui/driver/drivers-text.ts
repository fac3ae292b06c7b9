import type { TripDriver } from '@milepost/contract/who-drove';
import type { TFunction } from 'i18next';
import { isolate } from '../../text/isolate.ts';
import { listText } from '../../text/list-text.ts';

/** From this share on, a driver counts as having driven all of it. */
const ALL = 0.995;

/** "Ana (by tag)", or for several "Ana 75% (by tag), Ben 25% (usual driver)"; null if no driver is known. */
export function driversText(t: TFunction, drivers: readonly TripDriver[]): string | null {
  if (drivers.length === 0) return null;
  return listText(drivers.map((driver) => partText(t, driver)));
}

function partText(t: TFunction, { name, source, share }: TripDriver): string {
  const known = { name: isolate(name), source: t(`driver-source.${source}`) };
  if (share >= ALL) return t('driver-source.all', known);
  return t('driver-source.part', { ...known, percent: Math.max(1, Math.round(share * 100)) });
}

/** Only the names, for narrow columns. */
export const driverNames = (drivers: readonly TripDriver[]): string =>
  listText([...new Set(drivers.map(({ name }) => name))].map(isolate));
