import type { Fence } from '@milepost/contract/fence-routes';
import { type CsvColumn, toCsv } from '../../../ui/data-table/csv.ts';
import { toWkt } from './wkt.ts';

const COLUMNS: CsvColumn<Fence>[] = [
  { label: 'name', value: ({ name }) => name },
  { label: 'kind', value: ({ shape }) => shape.kind },
  { label: 'lat', value: ({ shape }) => (shape.kind === 'circle' ? shape.centre.lat : null) },
  { label: 'lon', value: ({ shape }) => (shape.kind === 'circle' ? shape.centre.lon : null) },
  { label: 'radiusM', value: ({ shape }) => (shape.kind === 'circle' ? shape.radiusM : null) },
  { label: 'halfWidthM', value: ({ shape }) => (shape.kind === 'corridor' ? shape.halfWidthM : null) },
  { label: 'wkt', value: ({ shape }) => (shape.kind === 'circle' ? null : toWkt(shape)) },
  { label: 'colour', value: ({ colour }) => colour },
  { label: 'tags', value: ({ tags }) => tags.join(';') },
  { label: 'speedLimitKph', value: ({ speedLimitKph }) => speedLimitKph },
  { label: 'betweenFixes', value: ({ betweenFixes }) => (betweenFixes ? 'true' : null) },
  { label: 'description', value: ({ description }) => description },
];

/** Geofences as CSV (RFC 4180): circles by centre and radius, the others as well-known text. */
export const writeCsv = (fences: readonly Fence[]): string => toCsv(COLUMNS, fences);
