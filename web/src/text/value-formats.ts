import type { FaultKind, FaultValues } from '@milepost/contract/fault';
import type { i18n } from 'i18next';
import { coordinates } from './coordinates.ts';
import { formatDate, formatDateTime, formatDecimal, formatDistance, formatDuration, formatNumber } from './format.ts';
import { formatSettings, localeOf } from './format-settings.ts';
import { isolate } from './isolate.ts';

/** How a value in a text is written, by the kind that its place names, as in `{{most, number}}`. */
const FORMATS: { [Kind in FaultKind]: (value: FaultValues[Kind]) => string } = {
  number: (value) => (Number.isInteger(value) ? formatNumber(value) : formatDecimal(value)),
  duration: formatDuration,
  distance: formatDistance,
  list: (values) => new Intl.ListFormat(localeOf(formatSettings().language), { type: 'unit' }).format(values),
  place: (at) => isolate(coordinates(at)),
  moment: formatDateTime,
  day: formatDate,
  span: ([from, to]) => `${formatDateTime(from)} – ${to === undefined ? '…' : formatDateTime(to)}`,
};

/** Lets texts name the kinds of values. */
export function addFormats({ services }: i18n): void {
  for (const [kind, format] of Object.entries(FORMATS)) services.formatter?.add(kind, format);
}
