import { MENU_ACTIONS } from '@milepost/contract/rights';
import { expect, test } from 'vitest';
import texts from '@milepost/contract/texts/en/administration.json' with { type: 'json' };

test('each box of the matrix has a text for its effect, and no text is without a box', () => {
  const described = Object.entries(texts.grants).map(([menu, actions]) => [menu, Object.keys(actions)]);
  expect(Object.fromEntries(described)).toEqual(MENU_ACTIONS);
});
