import { expect, test } from 'vitest';
import { sidesOf, TOOLTIP_DEFAULTS } from './placement.ts';

test('it is placed where there is room, and opens by pointer and by focus', () => {
  expect(TOOLTIP_DEFAULTS).toMatchObject({ placement: 'auto', triggers: ['hover', 'focus'] });
});

test('auto tries every side, a named placement only its own', () => {
  const { first, others } = sidesOf('auto');
  expect([first, ...others].toSorted()).toEqual(['bottom', 'left', 'right', 'top']);
  expect(sidesOf('start')).toEqual({ first: 'left', others: [] });
});
