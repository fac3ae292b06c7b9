import { MENU_KEYS, menuPath } from '@milepost/contract/menus';
import { beforeAll, expect, test } from 'vitest';
import { isLanguage } from '@milepost/contract/languages';
import { i18n, loadTexts, startTexts } from '../text/i18n.ts';
import { search } from './palette/commands.ts';
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
  await loadTexts('en');
  for (const { path, title, words } of SCREENS) {
    for (const key of [title, words]) if (key !== undefined) expect(i18n.exists(key), path).toBe(true);
  }
});

beforeAll(startTexts);

const offered = (mayView: boolean) => screensBesideMenu(() => mayView).map(({ path }) => path);

test('the palette offers screens that no menu lists, within the permissions of their menus', () => {
  expect(offered(true)).toContain('history/fleet');
  expect(offered(false)).not.toContain('history/fleet');
  expect(offered(false)).toContain('extra-pages/profile');
  expect(offered(true)).toContain('downloads');
  // Screens that need an id are not offered.
  expect(offered(true).filter((path) => path.includes(':'))).toEqual([]);
});

test('invoices are found by their usual names, in each language', async () => {
  const names = { en: ['invoice', 'bill'], ar: ['فاتورة', 'الفواتير'], hi: ['बिल', 'चालान'] } as const;
  for (const [language, queries] of Object.entries(names)) {
    if (!isLanguage(language)) throw new Error(language);
    await loadTexts(language);
    const t = i18n.getFixedT(language);
    const commands = screensBesideMenu(() => true).map(({ path, title, words }) => ({
      id: path,
      label: t(title),
      note: '',
      also: words === undefined ? '' : t(words),
      kind: 'menu' as const,
    }));
    for (const query of queries)
      expect(
        search(commands, query, 6).map(({ id }) => id),
        query,
      ).toContain('admin/invoices');
  }
});

test('a title is that of the whole path', () => {
  expect(titledScreen('/history/fleet')?.title).toBe('history.fleet.title');
  expect(titledScreen('/history')).toBeUndefined();
  // A subpage of a screen has its title.
  expect(titledScreen('/settings/runs/7')?.title).toBe('routes.runs');
  expect(titledScreen('/settings/runsheets')).toBeUndefined();
});
