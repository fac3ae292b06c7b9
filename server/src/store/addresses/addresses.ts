import type { Queryable } from '../database.ts';

/** A square with sides of 2e-4 degree, by its column and row. */
export interface Cell {
  lat: number;
  lon: number;
}

export interface KnownAddress extends Cell {
  /** Null: the geocoder found none. */
  address: string | null;
}

/** Streets are renamed and built, so an older address is requested again when it is needed. */
const FRESH_FOR = "interval '180 days'";
/** An empty result is requested again sooner, as the road may be added to the map meanwhile. */
const EMPTY_FRESH_FOR = "interval '14 days'";

/** The cached addresses of these squares that have not expired. */
export async function readAddresses(db: Queryable, language: string, cells: readonly Cell[]): Promise<KnownAddress[]> {
  const { rows } = await db.query<KnownAddress>(
    `SELECT a.lat_cell AS lat, a.lon_cell AS lon, a.address
     FROM unnest($2::int[], $3::int[]) c(lat, lon)
     JOIN addresses a ON a.lat_cell = c.lat AND a.lon_cell = c.lon AND a.language = $1
     WHERE a.fetched_at > now() - CASE WHEN a.address IS NULL THEN ${EMPTY_FRESH_FOR} ELSE ${FRESH_FOR} END`,
    [language, cells.map(({ lat }) => lat), cells.map(({ lon }) => lon)],
  );
  return rows;
}

export async function storeAddress(
  db: Queryable,
  language: string,
  { lat, lon, address }: KnownAddress,
): Promise<void> {
  await db.query(
    `INSERT INTO addresses (lat_cell, lon_cell, language, address) VALUES ($1, $2, $3, $4)
     ON CONFLICT (lat_cell, lon_cell, language) DO UPDATE SET address = excluded.address, fetched_at = now()`,
    [lat, lon, language, address],
  );
}

export interface FoundPlace {
  name: string;
  lat: number;
  lon: number;
}

/** The cached result of the geocoder for this text; null if there is none or it has expired. */
export async function readSearch(db: Queryable, language: string, text: string): Promise<FoundPlace[] | null> {
  const { rows } = await db.query<{ places: FoundPlace[] }>(
    `SELECT places FROM address_searches
     WHERE text = $1 AND language = $2
       AND fetched_at > now() - CASE WHEN places = '[]' THEN ${EMPTY_FRESH_FOR} ELSE ${FRESH_FOR} END`,
    [text, language],
  );
  return rows[0]?.places ?? null;
}

export async function storeSearch(
  db: Queryable,
  language: string,
  text: string,
  places: readonly FoundPlace[],
): Promise<void> {
  await db.query(
    `INSERT INTO address_searches (text, language, places) VALUES ($1, $2, $3)
     ON CONFLICT (text, language) DO UPDATE SET places = excluded.places, fetched_at = now()`,
    [text, language, JSON.stringify(places)],
  );
}
