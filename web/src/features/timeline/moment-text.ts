import type { TFunction } from 'i18next';
import { formatClock, formatDistance, formatDuration, formatSpeedAndUnit } from '../../text/format.ts';
import { driversText } from '../../ui/driver/drivers-text.ts';
import { fromToText } from '../../ui/from-to-text.ts';
import type { Moment } from './row-spans.ts';

const lasting = (start: string, end: string) => formatDuration((Date.parse(end) - Date.parse(start)) / 1000);

/** Shorter unknown times are not shown. */
const MIN_SHOWN_S = 60;

/** The state at a moment, one fact per line; the first is the motion. */
export function momentLines(t: TFunction, { band, around, aroundUnknownS, visits, alarms }: Moment): string[] {
  const label = (key: string, values: Record<string, unknown> = {}) => t(`timeline.${key}`, values);
  const lines: (string | null)[] = [band === null ? label('nothing-known') : bandLine(label, band)];
  if (around !== null && aroundUnknownS >= MIN_SHOWN_S) {
    // If the moment itself is unknown, the surrounding span comes after it.
    if (around !== band) lines.push(bandLine(label, around));
    lines.push(label('of-which-unknown', { time: formatDuration(aroundUnknownS) }));
  }
  const moved = around?.distanceM != null ? around : band;
  if (moved?.distanceM != null) {
    lines.push(
      label(moved.kind === 'tow' ? 'of-tow' : 'of-trip', {
        distance: formatDistance(moved.distanceM),
        span: spanText(label, moved),
      }),
      moved.maxKph === null || moved.maxKph === 0
        ? null
        : label('at-most', { speed: formatSpeedAndUnit(moved.maxKph) }),
      fromToText(t, moved.place, moved.endPlace),
      driversText(t, moved.drivers),
    );
  } else {
    lines.push(fromToText(t, around?.place ?? null, null));
  }
  if (band !== null && (band.kind === 'idling' || band.kind === 'tow') && band.engineSource !== null) {
    lines.push(label('told-by', { source: t(`engine.source.${band.engineSource}`) }));
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

/** Formats a span as "08:12–08:40", or "since 08:12" if it is ongoing. */
function spanText(label: Label, { start, end, open }: Pick<Band, 'start' | 'end' | 'open'>): string {
  const from = formatClock(start);
  return open ? label('since', { from }) : label('span', { from, to: formatClock(end) });
}
