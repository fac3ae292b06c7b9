import type { Units } from './format-settings.ts';

export type AreaUnit = 'm2' | 'ha' | 'km2' | 'ft2' | 'acre' | 'mi2';

const HECTARE_M2 = 10_000;
const KM2 = 1_000_000;
/** The international foot, acre and mile, based on exactly 0.3048 m. */
const FOOT_M2 = 0.3048 ** 2;
const ACRE_M2 = 43_560 * FOOT_M2;
const MILE_M2 = 640 * ACRE_M2;

/** Square metres in the unit that people would use for it: for a yard, a field, a town. */
export function areaParts(areaM2: number, units: Units): { value: number; unit: AreaUnit } {
  if (units === 'imperial') {
    if (areaM2 < ACRE_M2) return { value: areaM2 / FOOT_M2, unit: 'ft2' };
    return areaM2 < MILE_M2 ? { value: areaM2 / ACRE_M2, unit: 'acre' } : { value: areaM2 / MILE_M2, unit: 'mi2' };
  }
  if (areaM2 < HECTARE_M2) return { value: areaM2, unit: 'm2' };
  return areaM2 < KM2 ? { value: areaM2 / HECTARE_M2, unit: 'ha' } : { value: areaM2 / KM2, unit: 'km2' };
}
