import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choose, DEFAULT_APPEARANCE, fromStorage, SKINS, toStorage } from './skins.ts';

const readEmpty = () => null;

test('the default is light, also where the system prefers dark', () => {
  for (const system of ['light', 'dark'] as const) {
    expect(fromStorage(readEmpty, system)).toEqual({ theme: 'light', auto: false, sidebar: 'light', skin: 'white' });
  }
});

test('a choice is stored under the keys of the specification', () => {
  expect(toStorage({ theme: 'light', auto: false, sidebar: 'dark', skin: 'cyan' })).toEqual({
    theme: 'light',
    menu_option: 'menu_dark',
    choose_logoheader: 'logo-black',
    choose_skin: 'theme-cyan',
    choose_skin_active: 'cyan',
  });
});

test('a light sidebar goes with the white logo', () => {
  expect(toStorage(DEFAULT_APPEARANCE)['choose_logoheader']).toBe('logo-white');
});

test.each(SKINS)('the stored skin %s is restored', (skin) => {
  const chosen = { theme: 'dark', auto: false, sidebar: 'light', skin } as const;
  const stored = toStorage(chosen);
  expect(fromStorage((key) => stored[key] ?? null, 'light')).toEqual(chosen);
});

test('an invalid value gets its default', () => {
  expect(fromStorage(() => 'nonsense', 'dark')).toEqual(DEFAULT_APPEARANCE);
});

test('a theme sets its sidebar, and the sidebar alone changes nothing else', () => {
  const dark = choose(DEFAULT_APPEARANCE, { theme: 'dark' });
  expect(dark).toEqual({ theme: 'dark', auto: false, sidebar: 'dark', skin: 'white' });
  expect(choose(dark, { sidebar: 'light' })).toEqual({ theme: 'dark', auto: false, sidebar: 'light', skin: 'white' });
});

test('who chose automatic gets the tone of the system, sidebar and all, until they choose a tone', () => {
  const auto = choose(DEFAULT_APPEARANCE, { theme: 'dark', auto: true });
  const stored = toStorage(auto);
  expect(stored['theme']).toBe('auto');
  const restored = (system: 'light' | 'dark') => fromStorage((key) => stored[key] ?? null, system);
  expect(restored('dark')).toEqual({ theme: 'dark', auto: true, sidebar: 'dark', skin: 'white' });
  expect(restored('light')).toEqual({ theme: 'light', auto: true, sidebar: 'light', skin: 'white' });
  expect(choose(auto, { skin: 'cyan' }).auto).toBe(true);
  expect(choose(auto, { theme: 'dark' }).auto).toBe(false);
  expect(choose(auto, { sidebar: 'light' })).toMatchObject({ auto: false, theme: 'dark', sidebar: 'light' });
});

// WCAG 2.2, relative luminance and contrast ratio.
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const css = readFileSync(new URL('../../app/appearance/skins.css', import.meta.url), 'utf8');
const blocks = [...css.matchAll(/data-skin='(\w+)'\]\[data-mantine-color-scheme='(\w+)'\] \{([^}]*)\}/g)];
const GROUNDS = { light: ['#ffffff', '#f5f6f8'], dark: ['#12171f', '#1a212b'] };

test('each skin has its colours in both themes', () => {
  const found = blocks.map(([, skin, scheme]) => `${skin} ${scheme}`).toSorted();
  expect(found).toEqual(SKINS.flatMap((skin) => [`${skin} dark`, `${skin} light`]).toSorted());
});

test.each(blocks.map(([, skin, scheme, body]) => ({ skin, scheme, body })))(
  'text in the colours of $skin, $scheme, holds 4.5:1',
  ({ scheme, body }) => {
    const value = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(body ?? '')?.[1] ?? 'missing';
    for (const ground of [...GROUNDS[scheme === 'dark' ? 'dark' : 'light'], value('accent-soft')]) {
      expect(contrast(value('accent'), ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast('#ffffff', value('accent-strong'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#ffffff', value('accent-strong-hover'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(value('bar-text'), value('bar'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(value('bar-text-dim'), value('bar'))).toBeGreaterThanOrEqual(4.5);
  },
);
