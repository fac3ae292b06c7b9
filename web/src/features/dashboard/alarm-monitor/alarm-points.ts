import type { AlarmRow } from '@milepost/contract/alarm-routes';
import { SEVERITIES } from '@milepost/contract/alarm-constants';

/** More rings than this say no more than fewer do. */
const MOST = 200;

const order = (severity: AlarmRow['severity']) => SEVERITIES.length - SEVERITIES.indexOf(severity);

/** Where the alarms are that wait for somebody, the most severe on top; of many the most severe alone. */
export function alarmPoints(rows: readonly AlarmRow[], colorOf: (severity: AlarmRow['severity']) => string) {
  const waiting = rows.filter(({ clearedAt, acknowledgedAt }) => clearedAt === null && acknowledgedAt === null);
  const shown = waiting.toSorted((a, b) => order(b.severity) - order(a.severity)).slice(0, MOST);
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
