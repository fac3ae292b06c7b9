import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The names that existed before the vocabulary was agreed upon. The list only becomes shorter. */
const LEFT = 'scripts/names-left.json';
const ROOMS = ['contract', 'protocols', 'tracking', 'city', 'server', 'web', 'simulator', 'e2e', 'bench', 'fuzz'];

/** Constants, functions, types and classes. The names of parameters and fields follow theirs. */
const DECLARED = /\b(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/g;

/**
 * A line for each new name with a word that the glossary does not use, and for each listed name that no longer exists.
 */
export function checkWords(root: string): string[] {
  const words = wordsNotUsed(readFileSync(path.join(root, 'docs/glossary.md'), 'utf8'));
  const left: string[] = JSON.parse(readFileSync(path.join(root, LEFT), 'utf8'));
  return compare(namesWith(root, words), left, words);
}

/** The table "Words not used" of the glossary: each word with its replacement. */
export function wordsNotUsed(glossary: string): Map<string, string> {
  const [, section = ''] = glossary.split('## Words not used');
  // The first row is the heading, and the line below it consists of dashes.
  const rows = [...section.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|$/gm)]
    .slice(1)
    .filter(([, words = '']) => !/^-+$/.test(words));
  return new Map(
    rows.flatMap(([, words = '', instead = '']) => words.split(', ').map((word) => [word, instead] as const)),
  );
}

/** The same for given names: where each is declared first, and the allowed names. */
export function compare(
  found: ReadonlyMap<string, string>,
  left: readonly string[],
  words: ReadonlyMap<string, string>,
): string[] {
  const fresh = [...found].filter(([name]) => !left.includes(name));
  return [
    ...fresh.map(
      ([name, file]) => `${file}: ${name} says "${wordIn(name, words)}"; write ${words.get(wordIn(name, words) ?? '')}`,
    ),
    ...left.filter((name) => !found.has(name)).map((name) => `${LEFT}: ${name} is gone; take it out of the list`),
  ];
}

/** The banned word in a name, if any: `heardAt` and `HEARD_AT` both contain `heard`. */
export function wordIn(name: string, words: ReadonlyMap<string, string>): string | undefined {
  const parts = name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]/);
  return parts.map((part) => part.toLowerCase()).find((part) => words.has(part));
}

function namesWith(root: string, words: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  const files = ROOMS.flatMap((room) => globSync(`${room}/src/**/*.{ts,tsx}`, { cwd: root }));
  for (const file of files.toSorted()) {
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(DECLARED)) {
      if (wordIn(name, words) !== undefined && !found.has(name)) found.set(name, file);
    }
  }
  return found;
}

// Writes the list again, after names were replaced: node scripts/check-words.ts
if (process.argv[1] === import.meta.filename) {
  const root = path.join(import.meta.dirname, '..');
  const words = wordsNotUsed(readFileSync(path.join(root, 'docs/glossary.md'), 'utf8'));
  const names = [...namesWith(root, words).keys()].toSorted();
  writeFileSync(path.join(root, LEFT), `${JSON.stringify(names, null, 2)}\n`);
}
