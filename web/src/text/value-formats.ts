import type { FaultKind, FaultValues } from '@milepost/contract/fault';
import type { i18n } from 'i18next';
import { coordinates } from './coordinates.ts';
import { formatDate, formatDateTime, formatDecimal, formatDistance, formatDuration, formatNumber } from './format.ts';
import { formatSettings, localeOf } from './format-settings.ts';
import { isolate } from './isolate.ts';

/** The formats of values in texts, by the kind in their placeholder, such as `{{most, number}}`. */
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

/** Registers the kinds of values for texts. */
export function addFormats({ services }: i18n): void {
  for (const [kind, format] of Object.entries(FORMATS)) services.formatter?.add(kind, format);
}
