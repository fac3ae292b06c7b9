import type { TrackColumns } from '@milepost/contract/history-operations';
import type { Coordinates } from '../../../../ui/map/geodesy.ts';

/** The pieces of a track, split at data gaps. */
export function piecesOf({ lats, lons, breaks }: Pick<TrackColumns, 'lats' | 'lons' | 'breaks'>): Coordinates[][] {
  const breakIndexes = new Set(breaks);
  const pieces: Coordinates[][] = [];
  let piece: Coordinates[] = [];
  let [lat, lon] = [0, 0];
  for (const [index, northwards] of lats.entries()) {
    lat += northwards;
    lon += lons[index] ?? 0;
    if (index === 0 || breakIndexes.has(index)) pieces.push((piece = []));
    piece.push({ lat: lat / 1e6, lon: lon / 1e6 });
  }
  return pieces;
}
