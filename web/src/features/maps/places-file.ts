import type { TFunction } from 'i18next';
import { formatNumber } from '../../text/format.ts';
import { IMPORT_PLACES } from '@milepost/contract/place-kinds';
import { type NewPlace, readPlacesCsv } from './places-csv.ts';

/** More than a thousand places ever need. */
const MAX_BYTES = 2_000_000;
const LISTED_LINES = 5;

/** The places of a file, or the text of an error: a file is accepted as a whole or not at all. */
export async function readPlacesFile(t: TFunction, file: File): Promise<{ places: NewPlace[] } | { fault: string }> {
  if (file.size > MAX_BYTES) return { fault: t('maps.csv.too-large', { size: formatNumber(MAX_BYTES / 1_000_000) }) };
  const { places, faults } = readPlacesCsv(await file.text());
  if (faults.length === 0) return { places };
  const words = faults
    .slice(0, LISTED_LINES)
    .map((fault) =>
      'line' in fault
        ? t(`maps.csv.${fault.kind}`, { line: formatNumber(fault.line) })
        : t(`maps.csv.${fault.kind}`, { most: formatNumber(IMPORT_PLACES) }),
    );
  return { fault: words.join(' ') + (faults.length > LISTED_LINES ? ' …' : '') };
}
