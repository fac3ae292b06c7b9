import type { TripRow } from '@milepost/contract/timeline-operations';
import type { TFunction } from 'i18next';
import { coordinates } from '../../text/coordinates.ts';
import type { CsvColumn } from '../../ui/data-table/csv.ts';
import { CELL_COMMA } from '@milepost/contract/list-text';

const tenths = (value: number) => Math.round(value * 10) / 10;

/** The columns of exported trips: kilometres, minutes, km/h; empty if the device does not report it. */
export function tripExport(t: TFunction): CsvColumn<TripRow>[] {
  const label = (key: string) => t(`vehicle-page.column.${key}`);
  const unit = (key: string) => t(`vehicle-page.csv.${key}`);
  return [
    { label: t('in-out-location.vehicle'), value: (trip) => trip.registration },
    { label: label('start'), value: (trip) => trip.start },
    { label: label('end'), value: (trip) => trip.end },
    { label: label('from'), value: (trip) => trip.startAddress ?? coordinates(trip.startPlace) },
    { label: label('to'), value: (trip) => trip.endAddress ?? coordinates(trip.endPlace) },
    { label: unit('km'), value: (trip) => tenths(trip.distanceM / 1000) },
    { label: unit('minutes'), value: (trip) => tenths(trip.durationS / 60) },
    {
      label: label('drivers'),
      value: ({ drivers }) => [...new Set(drivers.map(({ name }) => name))].join(CELL_COMMA) || null,
    },
    {
      label: unit('idle'),
      value: (trip) => (trip.engineSource === 'movement' ? null : tenths(trip.idleS / 60)),
    },
    { label: unit('max'), value: (trip) => (trip.maxKph > 0 ? tenths(trip.maxKph) : null) },
    { label: label('holes'), value: (trip) => trip.holes },
  ];
}
