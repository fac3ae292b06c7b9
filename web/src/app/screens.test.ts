import { MENU_KEYS, menuPath } from '@milepost/contract/menus';
import { expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../text/i18n.ts';
import { SCREENS, screensBesideMenu, SEGMENT_STARTS, titledScreen } from './screens.ts';

const paths = SCREENS.map(({ path }) => path);

test('no two screens have one path', () => {
  expect(new Set(paths).size).toBe(paths.length);
});

test('every menu that can be granted has its screen, at its path and under its right', () => {
  for (const key of MENU_KEYS) {
    expect(SCREENS.find(({ path }) => path === menuPath(key))?.menu, key).toBe(key);
  }
});

// Specification, section 2.
test.each(
  `dashboard email apps widget ui forms tables media charts timeline icons extra-pages maps track-vehicle expenses
   reports gallery vehicle-info driver-info history settings geo-fence in-out-location admin downloads`.split(/\s+/),
)('the root segment %s leads to a screen', (segment) => {
  const start = Object.entries(SEGMENT_STARTS).find(([path]) => path === segment)?.[1] ?? segment;
  expect(paths).toContain(start);
});

test('each title of a screen is in the catalogue', async () => {
  startTexts();
  await loadTexts('en');
  for (const { path, title } of SCREENS) if (title !== undefined) expect(i18n.exists(title), path).toBe(true);
});

const offered = (mayView: boolean) => screensBesideMenu(() => mayView).map(({ path }) => path);

test('the palette offers what no menu lists, as far as the right of its menu goes', () => {
  expect(offered(true)).toContain('history/fleet');
  expect(offered(false)).not.toContain('history/fleet');
  expect(offered(false)).toContain('extra-pages/profile');
  expect(offered(true)).toContain('downloads');
  // What needs an id is not offered.
  expect(offered(true).filter((path) => path.includes(':'))).toEqual([]);
});

test('a title is that of the whole path', () => {
  expect(titledScreen('/history/fleet')?.title).toBe('history.fleet.title');
  expect(titledScreen('/history')).toBeUndefined();
  // A page of one of them is under their title.
  expect(titledScreen('/settings/runs/7')?.title).toBe('routes.runs');
  expect(titledScreen('/settings/runsheets')).toBeUndefined();
});
