import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A row of a table of docs/specification.md, or of another document with the same checks. */
interface Row {
  line: number;
  where: string;
  shownBy: string;
}

export interface Repository {
  root: string;
  /** The files of the test runner, by their path from the root. */
  tests: ReadonlySet<string>;
  /** The scripts of package.json. */
  scripts: Readonly<Record<string, string>>;
}

const CODE = /`([^`]+)`/g;
const TEST_NAME = /^[\w-]+\.test$/;
const SRC_ROOMS = ['web', 'server', 'contract'];
/** A test that never runs on any machine. */
const SKIPPED = /\b(?:test|it|describe)\.(?:skip|todo|only)\b/;

/**
 * A line for each claim of the document that is wrong: a missing path, name in a file, test or title, and a clause
 * without a test. The head of the document explains how claims are written.
 * @param withoutTest the beginning of a row's reason for having no test
 */
export function checkSpecification(text: string, repository: Repository, withoutTest?: RegExp): string[] {
  const shortNames = shortNamesOf(text);
  const faults = [...shortNames.values()].flatMap((file) => testFault(repository, file));
  for (const row of rowsOf(text)) {
    const excused = withoutTest?.test(row.shownBy) ?? false;
    const found = [...whereFaults(repository, row), ...shownByFaults(repository, row, shortNames, excused)];
    faults.push(...found.map((fault) => `line ${row.line}: ${fault}`));
  }
  for (const [, target = ''] of text.matchAll(/\]\(([^)#:]+)\)/g)) {
    if (!existsSync(path.join(repository.root, 'docs', target))) faults.push(`no file docs/${target}`);
  }
  return faults;
}

/** As in: **one**, **two** stand for `e2e/src/<name>.test.ts`, **three** for `…`. */
function shortNamesOf(text: string): Map<string, string> {
  const [head = ''] = text.split('\n## ');
  const groups = [...head.matchAll(/((?:\*\*[\w-]+\*\*,? )+)(?:stands? )?for `([^`]+)`/g)];
  return new Map(
    groups.flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/[\w-]+/g)].map(([name]) => [name, file.replace('<name>', name)] as const),
    ),
  );
}

/** The rows of all tables with three columns, without their headings. */
export function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    if (!line.startsWith('|') || /^\|\s*(?:-|Clause|Promise)/.test(line)) return [];
    const [, , where = '', shownBy = ''] = line.split('|').map((cell) => cell.trim());
    return [{ line: index + 1, where, shownBy }];
  });
}

/** Resolves a path of the document from the root: `web/` stands for `web/src/`, and so on. */
function resolve({ root }: Repository, written: string): string | null {
  const [room = '', ...rest] = written.split('/');
  const long = SRC_ROOMS.includes(room) ? [`${room}/src/${rest.join('/')}`] : [];
  return [...long, written].find((one) => existsSync(path.join(root, one))) ?? null;
}

const isPath = (code: string) => /^[\w.-]+\/[\w./-]*$/.test(code);

/** Every code span is an existing path, or a name that occurs in the file after it: `name` in `path`. */
function whereFaults(repository: Repository, { where }: Row): string[] {
  const spans = [...where.matchAll(CODE)].map((match) => ({ code: match[1] ?? '', at: match.index }));
  return spans.flatMap(({ code, at }, index) => {
    if (isPath(code)) return resolve(repository, code) === null ? [`no path ${code}`] : [];
    const file = spans.slice(index + 1).find((next) => isPath(next.code) && where.slice(at, next.at).endsWith(' in '));
    const found = file && resolve(repository, file.code);
    if (!found) return [`${code} is said to be in no file`];
    return textOf(repository, found).includes(code) ? [] : [`no ${code} in ${found}`];
  });
}

function textOf({ root }: Repository, file: string): string {
  const full = path.join(root, file);
  if (!statSync(full).isDirectory()) return readFileSync(full, 'utf8');
  return globSync('**/*.{ts,tsx}', { cwd: full })
    .map((one) => readFileSync(path.join(full, one), 'utf8'))
    .join('\n');
}

function testFault({ root, tests }: Repository, file: string): string[] {
  if (!tests.has(file)) return [`${file} is no test that runs`];
  return SKIPPED.test(readFileSync(path.join(root, file), 'utf8')) ? [`${file} skips tests`] : [];
}

/**
 * Tests are named by their short name in bold, by their path, as `name.test` beside a path of the row (or “in” a named
 * folder), or as the tests of a folder. A title in double quotes must occur in the test named before it. A program of
 * package.json can be named as well, but does not count as a test, because it does not run every time.
 */
function shownByFaults(
  repository: Repository,
  row: Row,
  shortNames: ReadonlyMap<string, string>,
  excused: boolean,
): string[] {
  const faults: string[] = [];
  let shown = 0;
  let last: string[] = [];
  for (const match of row.shownBy.matchAll(/\*\*([^*]+)\*\*|`([^`]+)`|"([^"]+)"/g)) {
    const [, short, code, title] = match;
    if (title !== undefined) {
      if (!last.some((file) => textOf(repository, file).includes(title)))
        faults.push(`no test "${title}" in ${last.join(', ')}`);
      continue;
    }
    if (code?.startsWith('npm run ')) {
      if (!(code.slice('npm run '.length) in repository.scripts)) faults.push(`no ${code}`);
      continue;
    }
    const before = row.shownBy.slice(0, match.index);
    // The folder of "`name.test` in `folder/`", which was checked with the name.
    if (code?.endsWith('/') && before.endsWith(' in ') && !/tests? of [^`]*$/.test(before)) continue;
    last =
      short === undefined
        ? referencedTests(repository, row, code ?? '', match.index)
        : [shortNames.get(short) ?? short];
    if (last.length === 0) faults.push(`no test ${code}`);
    for (const file of last) faults.push(...testFault(repository, file));
    shown += last.length;
  }
  if (shown === 0 && !excused) faults.push('no test shows it');
  return faults;
}

function referencedTests(repository: Repository, row: Row, code: string, at: number): string[] {
  const { tests } = repository;
  if (code.endsWith('/')) {
    const folder = resolve(repository, code);
    return folder === null ? [] : [...tests].filter((file) => file.startsWith(folder));
  }
  if (!TEST_NAME.test(code)) return [resolve(repository, code) ?? code];
  const folderText = /^`[^`]+`(?:(?:, | and )`[^`]+`)*,? in `([^`]+)`/.exec(row.shownBy.slice(at))?.[1];
  const places = [...[...row.where.matchAll(CODE)].map((match) => match[1] ?? ''), folderText ?? ''];
  const folders = places.filter(isPath).map((place) => {
    const found = resolve(repository, place) ?? place;
    return found.endsWith('/') ? found.slice(0, -1) : path.posix.dirname(found);
  });
  return [...tests].filter(
    (file) =>
      [`${code}.ts`, `${code}.tsx`].includes(path.posix.basename(file)) &&
      folders.some((folder) => path.posix.dirname(file) === folder),
  );
}
