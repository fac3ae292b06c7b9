import { afterEach, expect, test } from 'vitest';
import { NO_ZONES, setFormat } from '../../text/format-settings.ts';
import { numberText } from './report-cell.ts';

const metric = { language: 'en', ...NO_ZONES, units: 'metric' } as const;
afterEach(() => void setFormat(metric));

test('fuel for 100 km is fuel for 100 miles, of 1.609344 km each, where distances are in miles', () => {
  setFormat(metric);
  expect(numberText('economy', 10, 'EUR')).toContain('10 L/100 km');
  setFormat({ ...metric, units: 'imperial' });
  expect(numberText('economy', 10, 'EUR')).toContain('16.09 L/100 mi');
});
