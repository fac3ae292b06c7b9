import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A row of a table of docs/specification.md, or of another that is held to the same. */
interface Row {
  line: number;
  where: string;
  shownBy: string;
}

export interface Repository {
  root: string;
  /** Files that the test runner takes, by their path from the root. */
  tests: ReadonlySet<string>;
  /** Of package.json. */
  scripts: Readonly<Record<string, string>>;
}

const CODE = /`([^`]+)`/g;
const TEST_NAME = /^[\w-]+\.test$/;
const SRC_ROOMS = ['web', 'server', 'contract'];
/** A test that is never run, whatever the machine. */
const SKIPPED = /\b(?:test|it|describe)\.(?:skip|todo|only)\b/;

/**
 * A line for each claim of the document that does not hold: a path, a name in a file, a test or a title that is not
 * there, and a clause that no test shows. How claims are written is said at the head of the document.
 * @param withoutTest how a row begins to say why no test shows it
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

/** The rows of all tables with three columns, without their heads. */
export function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    if (!line.startsWith('|') || /^\|\s*(?:-|Clause|Promise)/.test(line)) return [];
    const [, , where = '', shownBy = ''] = line.split('|').map((cell) => cell.trim());
    return [{ line: index + 1, where, shownBy }];
  });
}

/** A path as the document writes it, from the root: `web/` stands for `web/src/`, and so on. */
function resolve({ root }: Repository, written: string): string | null {
  const [room = '', ...rest] = written.split('/');
  const long = SRC_ROOMS.includes(room) ? [`${room}/src/${rest.join('/')}`] : [];
  return [...long, written].find((one) => existsSync(path.join(root, one))) ?? null;
}

const isPath = (code: string) => /^[\w.-]+\/[\w./-]*$/.test(code);

/** Every code span is a path that exists, or a name that stands in the file given after it: `name` in `path`. */
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
 * Tests are named by their short name in bold, by their path, as `name.test` beside a path of the row (or “in” a folder
 * that is named), or as the tests of a folder. A title in double quotes stands in the test named before it. A program of
 * package.json may be named besides; it counts as no test, because nobody runs it each time.
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
    // The folder of "`name.test` in `folder/`", which was looked at with the name.
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
