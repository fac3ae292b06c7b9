import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { SEVERITIES } from '@milepost/contract/alarm-constants';

/** The maximum number of rings: more would not be more informative. */
const MAX_POINTS = 200;

const order = (severity: AlarmRow['severity']) => SEVERITIES.length - SEVERITIES.indexOf(severity);

/** The coordinates of unacknowledged alarms, the most severe on top; if there are too many, only the most severe. */
export function alarmPoints(rows: readonly AlarmRow[], colorOf: (severity: AlarmRow['severity']) => string) {
  const waiting = rows.filter(({ clearedAt, acknowledgedAt }) => clearedAt === null && acknowledgedAt === null);
  const shown = waiting.toSorted((a, b) => order(b.severity) - order(a.severity)).slice(0, MAX_POINTS);
  return {
    type: 'FeatureCollection' as const,
    features: shown.flatMap(({ severity, place }) =>
      place === null
        ? []
        : [
            {
              type: 'Feature' as const,
              properties: { color: colorOf(severity), order: order(severity) },
              geometry: { type: 'Point' as const, coordinates: [place.lon, place.lat] },
            },
          ],
    ),
  };
}
