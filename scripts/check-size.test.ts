import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadedBy, screensOf, servedSize } from './check-size.ts';

const MANIFEST = {
  'index.html': { file: 'index.js', imports: ['_shared.js'], dynamicImports: ['src/features/admin/admin-segment.ts'] },
  '_shared.js': { file: 'shared.js', imports: ['_shared-2.js'] },
  '_shared-2.js': { file: 'shared-2.js', imports: ['_shared.js'] },
  'src/features/admin/admin-segment.ts': { file: 'admin.js', isDynamicEntry: true, imports: ['_shared.js'] },
  'src/features/admin/users/users-page.tsx': { file: 'users.js', isDynamicEntry: true },
};

test('imports of a chunk are loaded with it, each once, and dynamic imports are not', () => {
  expect([...loadedBy(MANIFEST, ['index.html'])].toSorted()).toEqual(['_shared-2.js', '_shared.js', 'index.html']);
});

test('dynamic imports count when requested, unless by a chunk that is known', () => {
  const later = 'src/features/admin/admin-segment.ts';
  expect(loadedBy(MANIFEST, ['index.html'], new Set()).has(later)).toBe(true);
  expect(loadedBy(MANIFEST, ['index.html'], new Set(['index.html'])).has(later)).toBe(false);
});

test('a screen is a lazily loaded page or segment, named by its path', () => {
  expect([...screensOf(MANIFEST)]).toEqual([
    ['admin/admin', 'src/features/admin/admin-segment.ts'],
    ['admin/users/users', 'src/features/admin/users/users-page.tsx'],
  ]);
});

test('a file counts with the bytes sent: those of the compressed file, or its own', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'milepost-size-'));
  const file = path.join(folder, 'app.js');
  await writeFile(file, 'a'.repeat(900));
  expect(servedSize(file)).toBe(900);
  await writeFile(`${file}.br`, 'b'.repeat(30));
  expect(servedSize(file)).toBe(30);
  await rm(folder, { recursive: true });
});
