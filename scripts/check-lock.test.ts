import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLock } from './check-lock.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'milepost-lock-'));
  mkdirSync(path.join(root, 'node_modules'));
  mkdirSync(path.join(root, 'room'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, value: object) => writeFileSync(path.join(root, file), JSON.stringify(value));
const lockedPackage = { version: '1.0.0', integrity: 'sha512-x' };

test('the lock file of the project is whole', () => {
  expect(checkLock(path.join(import.meta.dirname, '..'))).toEqual([]);
});

test('names missing packages, of any platform, and entries with a download address', () => {
  write('package-lock.json', {
    packages: {
      '': { devDependencies: { tool: '1.0.0', gone: '1.0.0' } },
      room: { dependencies: { deep: '2.0.0' } },
      'node_modules/room': { resolved: 'room', link: true },
      'room/node_modules/deep': { ...lockedPackage, dependencies: { tool: '1.0.0' } },
      'node_modules/tool': {
        ...lockedPackage,
        optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' },
      },
      'node_modules/tool-linux': { version: '1.0.0' },
      'node_modules/other': {
        ...lockedPackage,
        resolved: 'https://registry.example/other.tgz',
        dependencies: { deep: '2' },
      },
    },
  });
  expect(checkLock(root)).toEqual([
    'package.json needs gone, which is not in the lock file',
    'node_modules/tool needs tool-darwin, which is not in the lock file',
    'node_modules/tool-linux: no version or no hash',
    'node_modules/other needs deep, which is not in the lock file',
    'node_modules/other: the lock file names the registry',
  ]);
});

/** Runs the check of installed packages with a bare Node, as a start does. */
function isInstalled(tests = false): boolean {
  const module = JSON.stringify(new URL('is-installed.mjs', import.meta.url).href);
  const program = `import { isInstalled } from ${module}; console.log(isInstalled(${JSON.stringify(root)}, { tests: ${tests} }))`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }) === 'true\n';
}

test("packages are installed again if the lock file, the installed packages or a room's dependencies differ", () => {
  const tool = { 'node_modules/tool': lockedPackage };
  const lock = { packages: { '': {}, room: { dependencies: { tool: '1.0.0' } }, ...tool } };
  const elsewhere = { 'node_modules/tool-darwin': { ...lockedPackage, optional: true } };
  const write3 = (locked: object, installed: object, requested: object) => {
    write('package-lock.json', locked);
    write('node_modules/.package-lock.json', { packages: installed });
    write('package.json', {});
    write('room/package.json', { dependencies: requested });
  };
  write('package-lock.json', lock);
  expect(isInstalled()).toBe(false);
  write3({ packages: { ...lock.packages, ...elsewhere } }, { room: {}, ...tool }, { tool: '1.0.0' });
  expect(isInstalled()).toBe(true);
  write3(lock, { 'node_modules/tool': { version: '0.9.0' } }, { tool: '1.0.0' });
  expect(isInstalled()).toBe(false);
  write3(lock, {}, { tool: '1.0.0' });
  expect(isInstalled()).toBe(false);
  write3(lock, { ...tool, 'node_modules/extra': lockedPackage }, { tool: '1.0.0' });
  expect(isInstalled()).toBe(false);
  write3(lock, tool, { tool: '1.0.0', more: '1.0.0' });
  expect(isInstalled()).toBe(false);
});

test('packages that only tests use need not be there for a start, and are installed for the tests', () => {
  const packages = {
    '': {},
    'node_modules/tool': lockedPackage,
    'node_modules/tester': { ...lockedPackage, dev: true },
  };
  write('package-lock.json', { packages });
  write('package.json', {});
  write('node_modules/.package-lock.json', { packages: { 'node_modules/tool': lockedPackage } });
  expect([isInstalled(), isInstalled(true)]).toEqual([true, false]);
  write('node_modules/.package-lock.json', { packages });
  expect([isInstalled(), isInstalled(true)]).toEqual([true, true]);
});
