import { IMPORT_PLACES, PLACE_CATEGORIES, type PlaceCategory } from '@milepost/contract/place-kinds';
import { cleanLine, cleanLines } from '../../text/clean-text.ts';
import { readCsvRows } from '../../ui/data-table/read-csv-rows.ts';

export interface NewPlace {
  name: string;
  category: PlaceCategory;
  colour: string;
  note: string | null;
  lat: number;
  lon: number;
}

/** The error of a whole file, or of one line, counted from 1. */
export type CsvFault =
  | { kind: 'empty' | 'no-columns' | 'too-many' }
  | { kind: 'name' | 'place' | 'quotes'; line: number };

const NAMES = { name: ['name'], lat: ['lat', 'latitude'], lon: ['lon', 'lng', 'longitude'] } as const;

/**
 * The places of a CSV file (RFC 4180; commas, semicolons or tabs). Its first line contains the columns name, lat and
 * lon, and optionally category, colour and note. Other columns are ignored.
 */
export function readPlacesCsv(text: string): { places: NewPlace[]; faults: CsvFault[] } {
  const lines = readCsvRows(text);
  if (lines === null) return failed({ kind: 'quotes', line: 1 });
  const [head, ...rows] = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (!head) return failed({ kind: 'empty' });
  const heads = head.map((cell) => cell.trim().toLowerCase());
  const column = (names: readonly string[]) => heads.findIndex((each) => names.includes(each));
  const at = {
    name: column(NAMES.name),
    lat: column(NAMES.lat),
    lon: column(NAMES.lon),
    category: column(['category']),
    colour: column(['colour', 'color']),
    note: column(['note']),
  };
  if (at.name < 0 || at.lat < 0 || at.lon < 0) return failed({ kind: 'no-columns' });
  if (rows.length === 0) return failed({ kind: 'empty' });
  if (rows.length > IMPORT_PLACES) return failed({ kind: 'too-many' });
  const places: NewPlace[] = [];
  const faults: CsvFault[] = [];
  for (const [index, cells] of rows.entries()) {
    const cell = (where: number) => (cells[where] ?? '').trim();
    const [lat, lon] = [degrees(cell(at.lat), 90), degrees(cell(at.lon), 180)];
    const name = cleanLine(cell(at.name));
    if (name === '' || name.length > 80) faults.push({ kind: 'name', line: index + 2 });
    else if (lat === null || lon === null) faults.push({ kind: 'place', line: index + 2 });
    else {
      const colour = cell(at.colour).toLowerCase();
      const category = cell(at.category).toLowerCase();
      places.push({
        name,
        category: PLACE_CATEGORIES.find((known) => known === category) ?? 'other',
        colour: /^#[0-9a-f]{6}$/.test(colour) ? colour : '#2563d9',
        note: cleanLines(cell(at.note), 500) || null,
        lat,
        lon,
      });
    }
  }
  return { places, faults };
}

const failed = (fault: CsvFault) => ({ places: [], faults: [fault] });

function degrees(text: string, most: number): number | null {
  const value = text === '' ? Number.NaN : Number(text.replace(',', '.'));
  return Math.abs(value) <= most ? value : null;
}
