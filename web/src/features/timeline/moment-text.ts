import type { TFunction } from 'i18next';
import { formatClock, formatDistance, formatDuration, formatSpeed, speedUnit } from '../../text/format.ts';
import type { Moment } from './row-spans.ts';

const lasting = (start: string, end: string) => formatDuration((Date.parse(end) - Date.parse(start)) / 1000);

/** What is known of a moment, a line each; the first says what the vehicle did. */
export function momentLines(t: TFunction, { band, around, visits, alarms }: Moment): string[] {
  const label = (key: string, values: Record<string, unknown> = {}) => t(`timeline.${key}`, values);
  const lines: (string | null)[] = [band === null ? label('nothing-known') : bandLine(label, band)];
  const trip = around?.kind === 'driving' ? around : band?.distanceM != null ? band : null;
  if (trip?.distanceM != null) {
    lines.push(
      label('of-trip', { distance: formatDistance(trip.distanceM), span: spanText(label, trip) }),
      trip.maxKph === null ? null : label('at-most', { speed: `${formatSpeed(trip.maxKph)} ${speedUnit()}` }),
      [trip.place, trip.endPlace].filter((place) => place !== null).join(' → '),
    );
  } else {
    lines.push(around?.place ?? null);
  }
  lines.push(
    ...visits.map(({ fenceName, start }) => label('in-fence', { fence: fenceName, time: formatClock(start) })),
    ...alarms.map(({ ruleName, severity, start }) =>
      label('alarm', { rule: ruleName, severity: t(`severity.${severity}`), time: formatClock(start) }),
    ),
  );
  return lines.filter((line): line is string => line !== null && line !== '');
}

type Label = (key: string, values?: Record<string, unknown>) => string;
type Band = NonNullable<Moment['band']>;

const bandLine = (label: Label, band: Band) =>
  label('band-line', {
    what: label(`kind.${band.kind}`),
    lasting: lasting(band.start, band.end),
    span: spanText(label, band),
  });

/** As "08:12–08:40", or "since 08:12" of what goes on. */
function spanText(label: Label, { start, end, open }: Pick<Band, 'start' | 'end' | 'open'>): string {
  const from = formatClock(start);
  return open ? label('since', { from }) : label('span', { from, to: formatClock(end) });
}
