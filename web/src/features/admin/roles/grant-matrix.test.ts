import type { Grant } from '@milepost/contract/admin-operations';
import { expect, test } from 'vitest';
import { columnState, isMeant, mergeGrants, rowState, setBox, setColumn, setRow } from './grant-matrix.ts';

const all = { view: true, create: true, edit: true, delete: true };
const none = { view: false, create: false, edit: false, delete: false };
const grant = (menuId: number, has: Partial<typeof all>, grantable: Partial<typeof all> = all): Grant => ({
  menuId,
  key: 'vehicles',
  title: `Menu ${menuId}`,
  parentTitle: null,
  ...none,
  ...has,
  grantable: { ...none, ...grantable },
});
const boxes = ({ view, create, edit, delete: remove }: Grant) => [view, create, edit, remove];

test('edit implies view', () => {
  expect(setBox([grant(1, {})], 1, 'edit', true).map(boxes)).toEqual([[true, false, true, false]]);
});

test('without view nothing is granted', () => {
  expect(setBox([grant(1, all)], 1, 'view', false).map(boxes)).toEqual([[false, false, false, false]]);
});

test('a box that the caller may not grant stays unchanged', () => {
  const rows = [grant(1, { view: true, delete: true }, { view: true, edit: true })];
  expect(setRow(rows, 1, true).map(boxes)).toEqual([[true, false, true, true]]);
  // Revoking view would also revoke delete, which the caller may not change.
  expect(setRow(rows, 1, false).map(boxes)).toEqual([[true, false, false, true]]);
});

test('an action cannot be granted where the sight it needs cannot', () => {
  expect(setBox([grant(1, {}, { edit: true })], 1, 'edit', true).map(boxes)).toEqual([[false, false, false, false]]);
});

test('a column sets the action on every menu where it may be granted', () => {
  const rows = [grant(1, {}), grant(2, {}, { view: true }), grant(3, { view: true })];
  expect(setColumn(rows, 'create', true).map(boxes)).toEqual([
    [true, true, false, false],
    [false, false, false, false],
    [true, true, false, false],
  ]);
});

test('rows and columns show whether all, some or none of the changeable boxes are set', () => {
  const rows = [grant(1, all), grant(2, { view: true }), grant(3, {}), grant(4, all, {})];
  expect(rows.map(rowState)).toEqual(['all', 'some', 'none', null]);
  expect(columnState(rows, 'view')).toBe('some');
  expect(columnState([grant(4, all, {})], 'view')).toBeNull();
});

test('a menu without an action has no box for it, and a whole row or column leaves it alone', () => {
  const history = { ...grant(2, {}), key: 'history' };
  expect(isMeant(history, 'view')).toBe(true);
  expect(isMeant(history, 'create')).toBe(false);
  expect(setRow([history], 2, true).map(boxes)).toEqual([[true, false, false, false]]);
  expect(setColumn([history, grant(1, {})], 'delete', true).map(boxes)).toEqual([
    [false, false, false, false],
    [true, false, false, true],
  ]);
});

test('of two who change a role at the same time, neither loses a right that the other set', () => {
  const opened = [grant(1, { view: true }), grant(2, { view: true, edit: true }), grant(3, {})];
  const mine = [grant(1, { view: true, edit: true }), grant(2, { view: true, edit: true }), grant(3, { view: true })];
  const theirs = [grant(1, {}), grant(2, { view: true }), grant(3, {})];
  expect(mergeGrants(opened, mine, theirs).map(boxes)).toEqual([
    // Edit implies view, although the other person revoked view.
    [true, false, true, false],
    [true, false, false, false],
    [true, false, false, false],
  ]);
});
