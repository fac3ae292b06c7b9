import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('what is read of packages stays, and the sources of rooms are not touched', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'milepost-trim-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const retained = [
    'node_modules/echarts/core.js',
    'node_modules/world-atlas/LICENSE',
    'node_modules/world-atlas/land-10m.json',
    'node_modules/world-atlas/package.json',
    'node_modules/tool/index.js',
    'room/types.d.ts',
  ];
  const removed = [
    'node_modules/echarts/dist/echarts.js',
    'node_modules/typescript/package.json',
    'node_modules/world-atlas/land-50m.json',
    'node_modules/tool/index.d.mts',
    'node_modules/tool/deep/index.js.map',
  ];
  for (const name of [...retained, ...removed]) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), '');
  }
  symlinkSync(path.join(root, 'room'), path.join(root, 'node_modules/room'));
  const module = JSON.stringify(new URL('trim-packages.mjs', import.meta.url).href);
  const modules = JSON.stringify(path.join(root, 'node_modules'));
  const program = `import { trimPackages } from ${module}; trimPackages(${modules})`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program]);
  expect([...retained, ...removed].filter((name) => existsSync(path.join(root, name)))).toEqual(retained);
});
