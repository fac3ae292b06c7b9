import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import config from '../vitest.config.ts';
import { PUBLIC_PATHS } from '../contract/src/public-paths.ts';
import { checkSpecification } from './check-specification.ts';

const root = path.join(import.meta.dirname, '..');
const projects = (config.test?.projects ?? []).filter((project) => typeof project === 'object');
const included = projects.flatMap((project) => ('test' in project ? (project.test?.include ?? []) : []));
const repository = {
  root,
  tests: new Set(globSync(included, { cwd: root }).map((file) => file.replaceAll('\\', '/'))),
  scripts: manifest.scripts,
};

const HEAD = `Browser tests: **calls**, **shell** stand for \`e2e/src/specification-<name>.test.ts\`, **first** for \`e2e/src/sign-in.test.ts\`.

## 1

| Clause | Where | Shown by |
| --- | --- | --- |
`;
const faultsOf = (where: string, shownBy: string) =>
  checkSpecification(`${HEAD}| It is so | ${where} | ${shownBy} |`, repository);

test('every claim of docs/specification.md holds', () => {
  expect(included).toHaveLength(3);
  expect(checkSpecification(readFileSync(path.join(root, 'docs/specification.md'), 'utf8'), repository)).toEqual([]);
});

test('claims that hold', () => {
  const where =
    'parsed: `checkRooms` and `ROOMS` in `scripts/check-rooms.ts`, `web/app/routes.tsx`, `web/vite.config.ts`';
  for (const shownBy of [
    '**calls**, `check-rooms.test`',
    '`scripts/check-rooms.test.ts` "forbids packages in pure rooms"',
    '**first** "a wrong password"',
    '`roles.test` and `users.test`, in `server/rpc/handlers/`',
    'the tests of `web/text/`',
  ]) {
    expect(faultsOf(where, shownBy)).toEqual([]);
  }
});

test.each([
  ['`web/app/no-such.ts`', '**calls**', 'line 7: no path web/app/no-such.ts'],
  ['`noSuchName` in `web/app/routes.tsx`', '**calls**', 'line 7: no noSuchName in web/src/app/routes.tsx'],
  ['`inNoFile`, `web/app/routes.tsx`', '**calls**', 'line 7: inNoFile is said to be in no file'],
  ['_Ours_', '', 'line 7: no test shows it'],
  ['_Ours_', '`npm run bench:faults`', 'line 7: no test shows it'],
  ['_Ours_', '**calls**, `npm run nothing`', 'line 7: no npm run nothing'],
  ['_Ours_', '**somewhere**', 'line 7: somewhere is no test that runs'],
  ['_Ours_', '**first** "no such title"', 'line 7: no test "no such title" in e2e/src/sign-in.test.ts'],
  ['`web/app/routes.tsx`', '**calls**, `check-rooms.test`', 'line 7: no test check-rooms.test'],
  ['_Ours_', '**calls**, `e2e/src/screenshots.ts`', 'line 7: e2e/src/screenshots.ts is no test that runs'],
  ['_Ours_, [see](no-such.md)', '**calls**', 'no file docs/no-such.md'],
])('a claim that does not: %s, shown by %s', (where, shownBy, fault) => {
  expect(faultsOf(where, shownBy)).toEqual([fault]);
});

const rowWith = (text: string) =>
  readFileSync(path.join(root, 'docs/specification.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('|') && line.includes(text)) ?? '';

/** Specification, section 9. */
const SCRIPTS =
  `form.min map.min tinymce lightgallery dataTables.buttons editable-table buttons.flash jszip buttons.html5
  buttons.print bootstrap-colorpicker ion.rangeSlider googleapi`.split(/\s+/);

test('the document names each page that people without an account open', () => {
  for (const each of PUBLIC_PATHS) expect(rowWith('`PUBLIC_PATHS`')).toContain(each);
});

test('the document lists the scripts that no screen loads by name', () => {
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/showcase|\.test\./.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const unasked = SCRIPTS.filter((name) => !sources.includes(`takeAsset('${name}')`));
  expect(SCRIPTS.filter((name) => rowWith('| Assets are loaded on demand').includes(name))).toEqual(unasked);
});
