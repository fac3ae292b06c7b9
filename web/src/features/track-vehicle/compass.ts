import type { TFunction } from 'i18next';

const POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The nearest of the eight compass points. @param courseDeg degrees clockwise from north, 0 to 360 */
export function compassKey(courseDeg: number): (typeof POINTS)[number] {
  return POINTS[Math.round((((courseDeg % 360) + 360) % 360) / 45) % 8] ?? 'n';
}

export const compassPoint = (t: TFunction, courseDeg: number): string =>
  t(`track-vehicle.compass.${compassKey(courseDeg)}`);
