import type { Part } from './style-layouts.ts';

/** A layer of a MapLibre style. */
export type Layer = Record<string, unknown>;
export type Stops = readonly (readonly [zoom: number, width: number])[];

/** A width that grows with the zoom in proportion to the ground. */
export function byZoom(stops: Stops): unknown[] {
  return ['interpolate', ['exponential', 1.5], ['zoom'], ...stops.flat()];
}

/** A value that changes linearly from zoom to zoom. */
export function linear(...stops: (readonly [number, unknown])[]): unknown[] {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()];
}

/** True when a property has one of the values. */
export const is = (key: string, ...values: string[]): unknown[] => ['in', ['get', key], ['literal', values]];

/** The source of streets in each of the application's styles. */
export const STREETS = 'city';

/** Returns a layer for each part of the tiles; the first has the plain id. */
export const layersOf = (parts: readonly Part[], layer: Layer & { id: string }): Layer[] =>
  parts.map((part, index) => ({
    ...layer,
    id: index === 0 ? layer.id : `${layer.id}-${index + 1}`,
    source: STREETS,
    'source-layer': part['source-layer'],
    ...(part.filter && { filter: part.filter }),
  }));
