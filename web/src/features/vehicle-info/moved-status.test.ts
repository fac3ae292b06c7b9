import { IconEdit, IconFileDescription } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { movedStatus } from './moved-status.ts';
import { openingOf } from './vehicle-columns.tsx';

test('the log of a moved vehicle does not show it as sold; that of a sold one does', () => {
  const [inService, sold] = [{ serviceStatus: 'in-service' }, { serviceStatus: 'sold', group: 'North' }];
  expect(movedStatus({ action: 'move', before: inService, after: sold }, 'Moved')).toEqual({
    before: inService,
    after: { serviceStatus: 'Moved', group: 'North' },
  });
  expect(movedStatus({ action: 'move', before: sold, after: inService }, 'Moved').before).toMatchObject({
    serviceStatus: 'Moved',
  });
  expect(movedStatus({ action: 'change', before: inService, after: sold }, 'Moved').after).toEqual(sold);
});

test('a moved vehicle opens read-only, also for people who may edit', () => {
  const edit = { name: 'Edit', of: String, Icon: IconEdit };
  const view = { name: 'Details', of: String, Icon: IconFileDescription };
  const moved = { at: '2026-11-29T00:00:00.000Z', to: null };
  expect(openingOf({ edit, view, mayEdit: true }, { moved: null })).toBe(edit);
  expect(openingOf({ edit, view, mayEdit: true }, { moved })).toBe(view);
  expect(openingOf({ edit, view, mayEdit: false }, { moved: null })).toBe(view);
});
