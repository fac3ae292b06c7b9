import { expect, test } from 'vitest';
import { fittingTabs } from './fitting-tabs.ts';

test('tabs that fit stay in the row, otherwise as many as leave room for the button with the rest', () => {
  expect(fittingTabs([100, 100, 100], 300, 80)).toBe(3);
  expect(fittingTabs([100, 100, 100], 299, 80)).toBe(2);
  expect(fittingTabs([100, 100, 100], 279, 80)).toBe(1);
  // At least one tab is shown, however narrow the row is.
  expect(fittingTabs([100, 100, 100], 50, 80)).toBe(1);
  // Without a layout, nothing can be measured.
  expect(fittingTabs([0, 0], 0, 80)).toBe(2);
});
