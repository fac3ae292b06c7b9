import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { release, ReleaseRefusal } from './release.ts';

const readOwn = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'milepost-release-'));
  git('init', '--quiet', '--initial-branch=main');
  for (const [name, value] of [
    ['user.name', 'Test'],
    ['user.email', 'test@example.org'],
    ['commit.gpgSign', 'false'],
    ['tag.gpgSign', 'false'],
  ] as const) {
    git('config', name, value);
  }
  write('package.json', { name: 'milepost', version: '0.4.7', workspaces: ['server', 'web'] });
  mkdirSync(path.join(root, 'server'));
  mkdirSync(path.join(root, 'web'));
  const server = { name: '@milepost/server', version: '0.4.7', dependencies: { pg: '0.4.7' } };
  const web = { name: '@milepost/web', version: '0.4.7', devDependencies: { '@milepost/server': '0.4.7' } };
  write('server/package.json', server);
  write('web/package.json', web);
  const packages = { '': { name: 'milepost', version: '0.4.7' }, server, web, 'node_modules/pg': { version: '0.4.7' } };
  write('package-lock.json', { name: 'milepost', version: '0.4.7', lockfileVersion: 3, packages });
  mkdirSync(path.join(root, 'deploy/helm/milepost'), { recursive: true });
  writeFileSync(path.join(root, CHART), 'apiVersion: v2\nversion: 0.4.7\nappVersion: 0.4.7\nkubeVersion: 1\n');
  writeChangelog('### Added\n\n- A map of **$1**.\n\n');
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const CHART = 'deploy/helm/milepost/Chart.yaml';
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const write = (file: string, value: object) =>
  writeFileSync(path.join(root, file), `${JSON.stringify(value, null, 2)}\n`);
const writeChangelog = (entries: string) =>
  writeFileSync(
    path.join(root, 'CHANGELOG.md'),
    `# Changelog\n\n## Unreleased\n\n${entries}## 0.4.7 – 2026-01-02\n\n- An old entry.\n`,
  );
const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'State before the release');
};

test('a release sets the version everywhere, dates the changelog, commits and tags', () => {
  expect(release(root, 'minor', '2026-03-04')).toBe('0.5.0');
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.5.0' });
  expect(JSON.parse(read('server/package.json'))).toMatchObject({ version: '0.5.0', dependencies: { pg: '0.4.7' } });
  const web = { version: '0.5.0', devDependencies: { '@milepost/server': '0.5.0' } };
  expect(JSON.parse(read('web/package.json'))).toMatchObject(web);
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.5.0',
    packages: {
      '': { version: '0.5.0' },
      server: { version: '0.5.0', dependencies: { pg: '0.4.7' } },
      web,
      'node_modules/pg': { version: '0.4.7' },
    },
  });
  expect(read(CHART)).toBe('apiVersion: v2\nversion: 0.5.0\nappVersion: 0.5.0\nkubeVersion: 1\n');
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.5.0 – 2026-03-04\n\n### Added\n\n- A map of **$1**.\n\n## 0.4.7 – 2026-01-02\n\n- An old entry.\n',
  );
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.5.0');
  expect(git('rev-parse', 'v0.5.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  expect(git('status', '--porcelain')).toBe('');
});

test.each([
  ['patch', '0.4.8'],
  ['minor', '0.5.0'],
  ['major', '1.0.0'],
] as const)('a %s release follows semantic versioning', (step, version) => {
  expect(release(root, step, '2026-03-04')).toBe(version);
});

const attempt = () => release(root, 'minor', '2026-03-04');

const REFUSALS: [string, RegExp, () => void][] = [
  ['a changed file', /not committed/, () => write('server/package.json', {})],
  ['a new file', /not committed/, () => write('notes.json', {})],
  ['another branch', /not on feature/, () => git('switch', '--quiet', '--create', 'feature')],
  ['a detached commit', /not on a detached commit/, () => git('checkout', '--quiet', '--detach')],
  ['a tag that exists', /v0\.5\.0 exists/, () => git('tag', 'v0.5.0')],
  [
    'an empty section',
    /no entries/,
    () => {
      writeChangelog('### Added\n\n');
      commit();
    },
  ],
];

test.each(REFUSALS)('a release is refused with %s, and changes nothing', (_case, message, arrange) => {
  arrange();
  const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];
  expect(attempt).toThrow(ReleaseRefusal);
  expect(attempt).toThrow(message);
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual(before);
});

test('a release that cannot be committed leaves the files as they were', () => {
  writeFileSync(path.join(root, '.git/hooks/pre-commit'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(attempt).toThrow();
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
});

test('the manifests of this project are written as npm writes them, so that a release changes versions alone', () => {
  for (const file of ['package.json', 'package-lock.json']) {
    const text = readOwn(file);
    expect(`${JSON.stringify(JSON.parse(text), null, 2)}\n`).toBe(text);
  }
});

test('the changelog of this project has a section for what is not released, and one for the version of all rooms', () => {
  const { version, workspaces }: { version: string; workspaces: string[] } = JSON.parse(readOwn('package.json'));
  const rooms = workspaces.map((folder): { version: string } => JSON.parse(readOwn(`${folder}/package.json`)));
  expect(new Set(rooms.map((room) => room.version))).toEqual(new Set([version]));
  const [first, second] = readOwn('CHANGELOG.md').match(/^## .+$/gm) ?? [];
  expect(first).toBe('## Unreleased');
  expect(second).toMatch(/^## \S+ – \d{4}-\d\d-\d\d$/);
  expect(second?.split(' ')[1]).toBe(version);
});
