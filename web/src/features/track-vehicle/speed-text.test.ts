import { expect, test } from 'vitest';
import { speedText } from './speed-text.ts';

test('a vehicle that fell silent while it drove is not said to drive', () => {
  expect(speedText({ status: 'running', speedKph: 33.4 })).toBe('33');
  expect(speedText({ status: 'inactive', speedKph: 33.4 })).toBe('–');
  expect(speedText({ status: 'never', speedKph: null })).toBe('–');
});
