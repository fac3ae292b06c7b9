import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../../../text/i18n.ts';
import { undoneText } from './undone-text.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

test.each([
  [3, 0, 'Runs removed: 3.'],
  [2, 1, 'Runs removed: 2. Already started, so kept: 1.'],
  [0, 3, 'Already started, so kept: 3.'],
  [0, 0, 'Runs removed: 0.'],
])('for an undone spread, %d removed and %d kept are shown', (removed, kept, text) => {
  expect(undoneText(i18n.t, { removed, kept })).toBe(text);
});
