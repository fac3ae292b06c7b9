// @vitest-environment happy-dom
import { ScaleControl } from 'maplibre-gl';
import { afterEach, expect, test } from 'vitest';
import { NO_ZONES, setFormat } from '../text/format-settings.ts';
import { addScaleBar } from './scale-bar.ts';

const metric = { language: 'en', ...NO_ZONES, units: 'metric' } as const;
afterEach(() => void setFormat(metric));

test('the scale bar follows the units of the person while the map is open', () => {
  setFormat(metric);
  let unit = () => '';
  let remove = () => {};
  addScaleBar({
    addControl(control) {
      if (control instanceof ScaleControl) unit = () => control.options.unit ?? '';
    },
    once(_type, end) {
      remove = end;
    },
  });
  expect(unit()).toBe('metric');
  setFormat({ ...metric, units: 'imperial' });
  expect(unit()).toBe('imperial');
  remove();
  setFormat(metric);
  expect(unit()).toBe('imperial');
});
