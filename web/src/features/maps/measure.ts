import type { Coordinates } from '../../ui/map/geodesy.ts';

export type MeasureMode = 'distance' | 'area';

/** The current measurement; its mode is null while there is none. */
export interface Measure {
  mode: MeasureMode | null;
  places: readonly Coordinates[];
}

export const NO_MEASURE: Measure = { mode: null, places: [] };

/** Choosing the other mode keeps the points; choosing the same again ends the measurement. */
export function chooseMode(measure: Measure, mode: MeasureMode): Measure {
  return measure.mode === mode ? NO_MEASURE : { ...measure, mode };
}

/** Adds a point; two clicks on one spot, as in a double click, are one point. */
export function addPlace(measure: Measure, place: Coordinates): Measure {
  const last = measure.places.at(-1);
  if (measure.mode === null || (last?.lat === place.lat && last.lon === place.lon)) return measure;
  return { ...measure, places: [...measure.places, place] };
}

export const dropLast = (measure: Measure): Measure => ({ ...measure, places: measure.places.slice(0, -1) });
