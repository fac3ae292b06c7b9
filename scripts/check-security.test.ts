import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import config from '../vitest.config.ts';
import { checkSpecification, rowsOf } from './check-specification.ts';

const root = path.join(import.meta.dirname, '..');
const projects = (config.test?.projects ?? []).filter((project) => typeof project === 'object');
const included = projects.flatMap((project) => ('test' in project ? (project.test?.include ?? []) : []));
const repository = {
  root,
  tests: new Set(globSync(included, { cwd: root }).map((file) => file.replaceAll('\\', '/'))),
  scripts: manifest.scripts,
};
const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
/** The beginning of a row's reason for having no test. */
const WITHOUT_TEST = /^_(?:Not met|Partly|Does not apply|Operator|Documented|By the platform)_/;

/** The requirements of ASVS 5.0.0 up to level 2, by section: the number in each. */
const UP_TO_LEVEL_2: Record<string, number[]> = {
  'V1.1': [1, 2],
  'V1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  'V1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  'V1.4': [1, 2, 3],
  'V1.5': [1, 2],
  'V2.1': [1, 2, 3],
  'V2.2': [1, 2, 3],
  'V2.3': [1, 2, 3, 4],
  'V2.4': [1],
  'V3.2': [1, 2],
  'V3.3': [1, 2, 3, 4],
  'V3.4': [1, 2, 3, 4, 5, 6],
  'V3.5': [1, 2, 3, 4, 5],
  'V3.7': [1, 2],
  'V4.1': [1, 2, 3],
  'V4.2': [1],
  'V4.3': [1, 2],
  'V4.4': [1, 2, 3, 4],
  'V5.1': [1],
  'V5.2': [1, 2, 3],
  'V5.3': [1, 2],
  'V5.4': [1, 2, 3],
  'V6.1': [1, 2, 3],
  'V6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  'V6.3': [1, 2, 3, 4],
  'V6.4': [1, 2, 3, 4],
  'V6.5': [1, 2, 3, 4, 5],
  'V6.6': [1, 2, 3],
  'V6.8': [1, 2, 3, 4],
  'V7.1': [1, 2, 3],
  'V7.2': [1, 2, 3, 4],
  'V7.3': [1, 2],
  'V7.4': [1, 2, 3, 4, 5],
  'V7.5': [1, 2],
  'V7.6': [1, 2],
  'V8.1': [1, 2],
  'V8.2': [1, 2, 3],
  'V8.3': [1],
  'V8.4': [1],
  'V9.1': [1, 2, 3],
  'V9.2': [1, 2, 3, 4],
  'V10.1': [1, 2],
  'V10.2': [1, 2],
  'V10.3': [1, 2, 3, 4],
  'V10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  'V10.5': [1, 2, 3, 4, 5],
  'V10.6': [1, 2],
  'V10.7': [1, 2, 3],
  'V11.1': [1, 2],
  'V11.2': [1, 2, 3],
  'V11.3': [1, 2, 3],
  'V11.4': [1, 2, 3, 4],
  'V11.5': [1],
  'V11.6': [1],
  'V12.1': [1, 2, 3],
  'V12.2': [1, 2],
  'V12.3': [1, 2, 3, 4],
  'V13.1': [1],
  'V13.2': [1, 2, 3, 4, 5],
  'V13.3': [1, 2],
  'V13.4': [1, 2, 3, 4, 5],
  'V14.1': [1, 2],
  'V14.2': [1, 2, 3, 4],
  'V14.3': [1, 2, 3],
  'V15.1': [1, 2, 3],
  'V15.2': [1, 2, 3],
  'V15.3': [1, 2, 3, 4, 5, 6, 7],
  'V16.1': [1],
  'V16.2': [1, 2, 3, 4, 5],
  'V16.3': [1, 2, 3, 4],
  'V16.4': [1, 2, 3],
  'V16.5': [1, 2, 3],
  'V17.1': [1],
  'V17.2': [1, 2, 3, 4],
  'V17.3': [1, 2],
};

/** The requirements that a row covers: `V1.2.3`, `V1.2.3–5`, several with commas, or a whole section or chapter. */
function answered(cell: string): string[] {
  const all = Object.entries(UP_TO_LEVEL_2).flatMap(([section, numbers]) => numbers.map((one) => `${section}.${one}`));
  return [...cell.matchAll(/V\d+(?:\.\d+){0,2}(?:–\d+)?/g)].flatMap(([one]) => {
    const [from = '', to] = one.split('–');
    if (to === undefined) return all.filter((name) => name === from || name.startsWith(`${from}.`));
    const section = from.slice(0, from.lastIndexOf('.'));
    const first = Number(from.slice(section.length + 1));
    return all.filter((name) => {
      const number = Number(name.slice(section.length + 1));
      return name.startsWith(`${section}.`) && number >= first && number <= Number(to);
    });
  });
}

test('every file, name, test and title in docs/security.md is there', () => {
  expect(checkSpecification(text, repository, WITHOUT_TEST)).toEqual([]);
});

test('every requirement of ASVS 5.0.0 up to level 2 is answered for once', () => {
  const rows = text.split('\n').flatMap((line) => answered(/^\| (V[^|]*)\|/.exec(line)?.[1]?.split(':')[0] ?? ''));
  const expected = Object.entries(UP_TO_LEVEL_2).flatMap(([section, numbers]) =>
    numbers.map((one) => `${section}.${one}`),
  );
  // 70 of level 1 and 183 of level 2.
  expect(expected).toHaveLength(253);
  expect(rows.toSorted()).toEqual(expected.toSorted());
});

test('a row without a test gives a reason', () => {
  expect(rowsOf(text).length).toBeGreaterThan(90);
  const broken = text.replace('| _Not met_', '| Later');
  expect(checkSpecification(broken, repository, WITHOUT_TEST)).toEqual([expect.stringContaining('no test shows it')]);
});
