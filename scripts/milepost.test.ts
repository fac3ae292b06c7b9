import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'milepost-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (root: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...words], { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
};

test('the command line passes on words, output and exit code', () => {
  const root = path.join(import.meta.dirname, '..');
  expect(run(root, 'scripts/milepost.mjs', 'version')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/\d+\.\d+/),
    stderr: '',
  });
  expect(run(root, 'scripts/milepost.mjs', 'verison')).toMatchObject({ status: 2 });
});

test('an older Node without the one of the project gets a sentence', () => {
  cpSync(import.meta.dirname, path.join(folder, 'scripts'), { recursive: true });
  const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.1' } })`;
  expect(run(folder, '--import', older, 'scripts/milepost.mjs', 'version')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Node 24 is required, but this is 20.11.1, and npm installed none for this platform.\n',
  });
});
