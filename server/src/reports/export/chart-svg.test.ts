import { expect, test } from 'vitest';
import type { ReportChart } from '@milepost/contract/report-operations';
import { chartSvg } from './chart-svg.ts';

const how = { language: 'en', timeZone: 'UTC', units: 'metric', currency: 'INR', by: 'Vehicle' } as const;
const chart = (values: (number | null)[], by: ReportChart['by'] = 'vehicle'): ReportChart => ({
  by,
  column: 'distance',
  points: values.map((value, at) => ({
    key: String(at),
    label: by === 'day' ? `2026-11-0${at + 1}` : `<${at}>`,
    value,
  })),
  pointsTotal: values.length,
});
const distance = { key: 'distance', label: 'Distance', kind: 'distance' } as const;
const heights = (svg = '') => [...svg.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map(([, height]) => Number(height));

test('bars are as high as their values, in the units of the reader, and labels cannot break it', () => {
  const { svg, title } = chartSvg(chart([1000, 2000, null]), distance, '', how) ?? {};
  expect(heights(svg)).toEqual([70, 140, 0]);
  expect(title).toBe('Distance (km) · Vehicle');
  expect(svg).toContain('&lt;0&gt;');
});

test('days are labelled, not all of them when there are many', () => {
  const { svg } = chartSvg(chart([1, 2], 'day'), null, 'Rows', how) ?? {};
  expect(svg).toContain('>1 Nov 2026<');
  const many = chartSvg(chart(Array.from({ length: 31 }, (_, at) => at)), distance, '', how);
  expect(many?.svg.match(/<text/g)).toHaveLength(11);
  // The bars have no values, so the title gives the highest one.
  expect(many?.title).toBe('Distance (km) (0–0.0) · Vehicle');
  const cut = chartSvg({ ...chart([2000, 1000]), pointsTotal: 49 }, distance, '', how);
  expect(cut?.title).toBe('Distance (km) · Vehicle · the highest 2 of 49');
  const lowest = chartSvg({ ...chart([1000, 2000]), pointsTotal: 49 }, distance, '', how);
  expect(lowest?.title).toBe('Distance (km) · Vehicle · the lowest 2 of 49');
});

test('beside a map it is narrower, so that its letters stay readable, with each value and every other label of a week', () => {
  const week = chart([1000, 2000, 3000, 4000, 5000, 6000, 7000], 'day');
  const { svg = '' } = chartSvg(week, distance, '', { ...how, beside: true }) ?? {};
  expect(svg).toContain('viewBox="0 0 400 184"');
  // 384 units for seven bars are 55 each, of which a value takes 48 and a name 58.
  expect(svg.match(/Nov 2026/g)).toHaveLength(4);
  expect(svg.match(/>\d\.0</g)).toHaveLength(7);
});

test('without values to compare there is no chart', () => {
  expect(chartSvg(chart([5]), distance, '', how)).toBeNull();
  expect(chartSvg(chart([null, 0]), distance, '', how)).toBeNull();
});

test('the label of a bar at the edge stays on the page', () => {
  const long = chart(Array.from({ length: 30 }, () => 1));
  const points = long.points.map((point) => ({ ...point, label: 'Sebastián Píriz' }));
  const { svg = '' } = chartSvg({ ...long, points }, distance, '', how) ?? {};
  const [first] = [...svg.matchAll(/<text x="([\d.]+)"/g)].map(([, x]) => Number(x));
  // Half of twelve letters, each up to 5.5 wide.
  expect(first).toBeGreaterThanOrEqual(33);
});

test('the labels of a month beside a map do not overlap', () => {
  const month = chart(
    Array.from({ length: 31 }, () => 1),
    'day',
  );
  const points = month.points.map((point, at) => ({
    ...point,
    label: `2026-10-${String(at + 1).padStart(2, '0')}`,
  }));
  const { svg = '' } = chartSvg({ ...month, points }, distance, '', { ...how, beside: true }) ?? {};
  const middles = [...svg.matchAll(/<text x="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(middles.length).toBeGreaterThan(3);
  // "11 Oct 2026" has eleven letters, each up to 5.5 wide.
  for (const [at, x] of middles.slice(1).entries()) expect(x - (middles[at] ?? 0)).toBeGreaterThanOrEqual(60.5);
});
