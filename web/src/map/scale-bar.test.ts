// @vitest-environment happy-dom
import { ScaleControl } from 'maplibre-gl';
import { afterEach, expect, test } from 'vitest';
import { NO_ZONES, setFormat } from '../text/format-settings.ts';
import { addScaleBar } from './scale-bar.ts';

const metric = { language: 'en', ...NO_ZONES, units: 'metric' } as const;
afterEach(() => void setFormat(metric));

test('the scale bar follows the units of the person while the map is open', () => {
  setFormat(metric);
  const bars: ScaleControl[] = [];
  const ends: (() => void)[] = [];
  addScaleBar({ addControl: (bar) => bars.push(bar), once: (_type, end) => ends.push(end) });
  const unit = () => bars.map(({ options }) => options.unit);
  expect(unit()).toEqual(['metric']);
  setFormat({ ...metric, units: 'imperial' });
  expect(unit()).toEqual(['imperial']);
  for (const end of ends) end();
  setFormat(metric);
  expect(unit()).toEqual(['imperial']);
});
