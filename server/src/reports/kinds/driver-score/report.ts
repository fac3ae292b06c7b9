import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';
import { scoreSql } from './score-sql.ts';

/**
 * The driving style of each driver, from facts alone, as points out of 100. Every weight is a parameter, and the points
 * lost to each part are a column (docs/decisions/0051-how-drivers-are-scored.md).
 */
export const driverScoreReport = defineReport({
  purpose: 'safety',
  menus: ['drivers'],
  vehicles: true,
  range: 'last-30',
  columns: [
    { key: 'driver', kind: 'driver' },
    { key: 'score', kind: 'count', averageBy: 'distance' },
    { key: 'interval', kind: 'text' },
    { key: 'low', kind: 'number', optional: true },
    { key: 'high', kind: 'number', optional: true },
    { key: 'state', kind: 'choice', choices: ['scored', 'tooFewKm'] },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'driving', kind: 'duration', total: 'sum', optional: true },
    { key: 'accelerations', kind: 'count', total: 'sum' },
    { key: 'brakings', kind: 'count', total: 'sum' },
    { key: 'cornerings', kind: 'count', total: 'sum' },
    { key: 'harsh', kind: 'number', averageBy: 'watched' },
    { key: 'speeding', kind: 'share', averageBy: 'driving' },
    { key: 'idling', kind: 'share', averageBy: 'engine' },
    { key: 'night', kind: 'share', averageBy: 'driving' },
    { key: 'lostAccelerating', kind: 'number' },
    { key: 'lostBraking', kind: 'number' },
    { key: 'lostCornering', kind: 'number' },
    { key: 'lostSpeeding', kind: 'number' },
    { key: 'lostIdling', kind: 'number' },
    { key: 'lostNight', kind: 'number' },
    { key: 'lostAverage', kind: 'number' },
  ],
  own: [
    { key: 'accelerating', kind: 'number', value: 15 },
    { key: 'braking', kind: 'number', value: 20 },
    { key: 'cornering', kind: 'number', value: 15 },
    { key: 'speeding', kind: 'number', value: 30 },
    { key: 'idling', kind: 'number', value: 10 },
    { key: 'night', kind: 'number', value: 10 },
    { key: 'leastDistance', kind: 'distance', value: 100_000 },
    { key: 'prior', kind: 'distance', value: 500_000 },
  ],
  once: true,
  sort: 'score',
  source: scoreSql,
  chart: { by: 'driver', column: 'score' },
  opens: 'path',
  texts: reportTexts('driver-score'),
});
