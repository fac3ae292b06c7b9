import { expect, test } from 'vitest';
import { cleared, withReport } from './report-state.ts';

test('clearing takes away days, filters and thresholds, and leaves how it is shown', () => {
  const query =
    'from=2026-09-01&to=2026-09-02&vehicles=1,2&types=van&search=depot&own.leastDuration=14400&group=day&sort=start';
  const params = new URLSearchParams(query);
  expect(String(withReport(params, cleared(params)))).toBe('group=day&sort=start&range=last-30');
});
