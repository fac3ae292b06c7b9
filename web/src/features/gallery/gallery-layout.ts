/** A row of the gallery: the heading of a day, or photos from index `first` on. */
export type GalleryRow = { day: string; count: number } | { first: number; count: number };

/**
 * The rows of a gallery before its photos are loaded, by the number of photos of each day.
 * @param days the newest first, like the photos
 */
export function galleryRows(days: readonly { day: string; count: number }[], columns: number): GalleryRow[] {
  const rows: GalleryRow[] = [];
  let first = 0;
  for (const { day, count } of days) {
    rows.push({ day, count });
    for (let at = 0; at < count; at += columns) rows.push({ first: first + at, count: Math.min(columns, count - at) });
    first += count;
  }
  return rows;
}

/** The number of photos fetched per call. */
export const CHUNK = 100;

/** The chunks that contain the photos of these rows, in order. */
export function chunksOf(rows: readonly GalleryRow[]): number[] {
  const places = rows.flatMap((row) => ('first' in row ? [row.first, row.first + row.count - 1] : []));
  return [...new Set(places.map((place) => Math.floor(place / CHUNK)))].toSorted((a, b) => a - b);
}
