import type { Entry } from '../entries.ts';
import type { TowSpan } from './track-features.ts';
import type { PlacedEntry } from './track-map.ts';

/** The numbered stops, and the beginnings of tows. */
export const placedEntries = (entries: readonly Entry[]): PlacedEntry[] =>
  entries.flatMap((entry): PlacedEntry[] => {
    if (entry.kind === 'stop')
      return entry.stop.isPrivate ? [] : [{ key: entry.key, number: entry.number, ...entry.stop.place }];
    return entry.kind === 'tow' ? [{ key: entry.key, number: null, ...entry.tow.startPlace }] : [];
  });

/** The spans of tows. */
export const towSpans = (entries: readonly Entry[]): TowSpan[] =>
  entries.flatMap(({ kind, from, to }) => (kind === 'tow' ? [[from, to ?? Infinity] as const] : []));
