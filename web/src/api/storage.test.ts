import { MenuNumber } from '@milepost/contract/common';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from './fake-browser.ts';
import { readMenuId } from './storage.ts';

beforeEach(() => void fakeBrowser(() => ({ status: 200 })));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['7', 7],
  ['"7"', 7],
  ['"2147483647"', 2147483647],
  ['""', null],
  ['"07"', null],
  ['"7a"', null],
  ['"-7"', null],
  ['"7.5"', null],
  ['null', null],
  ['{"id":7}', null],
  ['no JSON', null],
])('menuID stored as %s is the menu %s, as on the wire', (stored, menu) => {
  localStorage.setItem('menuID', stored);
  expect(readMenuId()).toBe(menu);
  expect(MenuNumber.parse(stored)).toBe(menu);
});
