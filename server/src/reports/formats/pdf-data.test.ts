import { expect, test } from 'vitest';
import { shownIn } from './pdf-data.ts';

test('a time of day is not separated from its AM or PM, and no other text is joined', () => {
  expect(shownIn('hi', '26 नव॰ 2026, 11:14 pm')).toBe('26 नव॰ 2026, 11:14\u00A0pm');
  expect(shownIn('ar', '‏26/11، 11:14 م')).toBe('‏26/11، 11:14\u00A0م');
  expect(shownIn('en', 'at 11:14 amber lights')).toBe('at 11:14 amber lights');
});
