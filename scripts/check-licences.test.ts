import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkLicences, isAllowed } from './check-licences.ts';

test('every dependency, of every platform, may be given on', () => {
  expect(checkLicences(path.join(import.meta.dirname, '..'))).toEqual([]);
});

test.each([
  'MIT',
  '(MIT OR GPL-3.0-only)',
  '(MIT AND Zlib)',
  'MIT OR SEE LICENSE IN FEEL-FREE.md',
  '((GPL-2.0 OR MIT) AND ISC)',
])('%s is allowed', (expression) => {
  expect(isAllowed(expression)).toBe(true);
});

test.each([
  '',
  'GPL-3.0-only',
  'AGPL-3.0-only',
  'UNLICENSED',
  'SEE LICENSE IN LICENSE',
  '(MIT AND GPL-2.0)',
  'BUSL-1.1',
  '((GPL-2.0 OR MIT) AND SSPL-1.0)',
])('%j is not', (expression) => {
  expect(isAllowed(expression)).toBe(false);
});

test('names a package with an unknown licence; its own declaration counts if the lock file has none', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'milepost-licences-'));
  const packages = {
    '': { name: 'root' },
    ours: { name: 'ours' },
    'node_modules/ours': { resolved: 'ours', link: true },
    'node_modules/good': { license: 'ISC' },
    'node_modules/silent': {},
    'node_modules/good/node_modules/@deep/copyleft': { license: 'GPL-3.0-only' },
    'node_modules/tells-itself': {},
    'node_modules/@img/sharp-libvips-linux-x64': { license: 'LGPL-3.0-or-later' },
    'node_modules/linked-in': { license: 'LGPL-3.0-or-later' },
  };
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
  mkdirSync(path.join(root, 'node_modules/tells-itself'), { recursive: true });
  writeFileSync(path.join(root, 'node_modules/tells-itself/package.json'), '{"license":"MIT"}');
  expect(checkLicences(root)).toEqual([
    'silent: its licence is not named',
    '@deep/copyleft: its licence is GPL-3.0-only, which is not allowed',
    'linked-in: its licence is LGPL-3.0-or-later, which is not allowed',
  ]);
  rmSync(root, { recursive: true });
});
