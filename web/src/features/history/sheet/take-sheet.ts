import type { TFunction } from 'i18next';
import { formatNumber } from '../../../text/format.ts';
import { madeAt } from '../../../ui/export/export-table.ts';
import { saveBlob } from '../../../ui/export/save-blob.ts';
import type { Basemap, MapLook } from '../../../ui/map/base-map.ts';
import { placedEntries, towSpans } from '../track/placed-entries.ts';
import type { Track } from '../track/track.ts';
import { mapPicture } from './map-picture.ts';
import { paperOf } from './paper.ts';
import { printTrackSheet } from './print-sheet.ts';
import { type SheetVehicle, trackSheet } from './track-sheet.ts';

/** A vehicle on the map. */
export interface ShownVehicle extends SheetVehicle {
  track: Track;
  /** The name of the variable with its colour, if there are several. */
  color: string | null;
}

/** The data of a sheet. */
export interface SheetSource {
  /** The vehicles on the map, in the order in which they were added. */
  vehicles: readonly ShownVehicle[];
  organisation: string;
  from: number;
  to: number;
  view: readonly [number, number, number, number] | null;
  basemap: Basemap;
  styleUrls: MapLook['styleUrls'];
}

/** Prints the map, the figures and the table of a range, or saves them as a PDF. */
export async function takeSheet(
  t: TFunction,
  source: SheetSource,
  { as, language, rtl }: { as: 'print' | 'pdf'; language: string; rtl: boolean },
): Promise<void> {
  const sheet = trackSheet(t, { ...source, madeAt: madeAt(new Date()) });
  const picture = await mapPicture({
    ...source,
    ways: source.vehicles.map(({ entries, track, color }) => ({
      track,
      color,
      stops: placedEntries(entries),
      tows: towSpans(entries),
    })),
    language,
  });
  const paper = paperOf(navigator.languages);
  if (as === 'print') return printTrackSheet(sheet, picture, paper);
  const { trackPdf } = await import('./sheet-pdf.ts');
  const pageLabel = (page: number, of: number) =>
    t('history.sheet.page', { page: formatNumber(page), of: formatNumber(of) });
  const pdf = await trackPdf(sheet, picture, { paper, rtl, pageLabel });
  saveBlob(`${sheet.title} ${sheet.range}.pdf`.replaceAll('–', '-').replaceAll(/[^\p{L}\p{N}. _-]/gu, ''), pdf);
  return undefined;
}
