import type { TFunction } from 'i18next';
import { formatSettings } from './format-settings.ts';
import { formatDecimal } from './format.ts';
import { areaParts } from './area-parts.ts';

/** Square metres as text: "4.2 ha", "12.5 ac". */
export function formatArea(t: TFunction, areaM2: number): string {
  const { value, unit } = areaParts(areaM2, formatSettings().units);
  return t(`maps.area.${unit}`, { value: formatDecimal(value) });
}
