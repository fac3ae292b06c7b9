import { expect, test } from 'vitest';
import { SAME_PAGE } from '../../ui/same-page.ts';
import { pageMemory } from './page-memory.ts';

const VIEW = SAME_PAGE.state;
const at = (key: string, state: unknown = null, pathname = '/list') => ({ key, state, pathname });

test('a link is a navigation, also the one that is open already', () => {
  const isNavigation = pageMemory();
  expect(isNavigation(at('list'), 'POP')).toBe(true);
  expect(isNavigation(at('other'), 'PUSH')).toBe(true);
  // The router replaces the entry if the address stays the same.
  expect(isNavigation(at('other again'), 'REPLACE')).toBe(true);
});

test('a change of the view is not a navigation, and neither is Back from it', () => {
  const isNavigation = pageMemory();
  isNavigation(at('list'), 'POP');
  expect(isNavigation(at('row 7 open', VIEW), 'PUSH')).toBe(false);
  expect(isNavigation(at('search', VIEW), 'REPLACE')).toBe(false);
  expect(isNavigation(at('list'), 'POP')).toBe(false);
  expect(isNavigation(at('row 7 open', VIEW), 'POP')).toBe(false);
});

test('the way back to other content is one, whatever was open there', () => {
  const isNavigation = pageMemory();
  isNavigation(at('page 1'), 'POP');
  isNavigation(at('row 7 open', VIEW), 'PUSH');
  expect(isNavigation(at('page 2'), 'PUSH')).toBe(true);
  expect(isNavigation(at('row 7 open', VIEW), 'POP')).toBe(true);
  expect(isNavigation(at('page 1'), 'POP')).toBe(false);
  expect(isNavigation(at('page 2'), 'POP')).toBe(true);
});

test('an entry from before a reload is another page', () => {
  const isNavigation = pageMemory();
  isNavigation(at('now', VIEW), 'POP');
  expect(isNavigation(at('unknown', VIEW), 'POP')).toBe(true);
});

test('another path is one, however the link was marked', () => {
  const isNavigation = pageMemory();
  isNavigation(at('list'), 'POP');
  expect(isNavigation(at('alarms', VIEW, '/dashboard/alarms'), 'PUSH')).toBe(true);
  // An entry that the router did not create has no key.
  expect(isNavigation(at('list', null, '/elsewhere'), 'POP')).toBe(true);
});
