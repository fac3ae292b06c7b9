import { MENU_ACTIONS } from '@milepost/contract/rights';
import { OPERATIONS } from '@milepost/contract/operations';
import { expect, test } from 'vitest';

test('the grantable actions of a menu are those that the server requires', () => {
  const required = Object.values(OPERATIONS).flatMap(({ access }) => {
    if (typeof access !== 'object') return [];
    // A saving operation requires one of two actions, depending on whether there is an id.
    const actions = access.action === 'save' ? ['create', 'edit'] : [access.action];
    return actions.map((action) => `${access.menu}:${action}`);
  });
  const meant = Object.entries(MENU_ACTIONS).flatMap(([menu, actions]) => actions.map((action) => `${menu}:${action}`));
  // Viewing a screen may need no operation of its own: samples, and data that other screens show.
  const views = meant.filter((right) => right.endsWith(':view'));
  expect(meant.toSorted()).toEqual([...new Set([...required, ...views])].toSorted());
});
