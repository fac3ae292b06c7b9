import type { GalleryFilter } from '@milepost/contract/file-routes';
import { isRecordKind } from '@milepost/contract/record-kinds';
import { isDay } from '../../text/local-day.ts';

/** Reads the filter of the photos from the address. */
export function readFilter(params: URLSearchParams): GalleryFilter {
  const kind = params.get('kind') ?? '';
  const vehicle = Number(params.get('vehicle'));
  const [from, to] = [params.get('from'), params.get('to')];
  return {
    ...(Number.isInteger(vehicle) && vehicle > 0 && { vehicleId: vehicle }),
    ...(isRecordKind(kind) && { recordKind: kind }),
    ...(isDay(from) && { firstDay: from }),
    ...(isDay(to) && { lastDay: to }),
  };
}
