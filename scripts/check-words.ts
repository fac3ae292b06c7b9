import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The names that existed before the vocabulary was agreed upon. The list only becomes shorter. */
const LEFT = 'scripts/names-left.json';
const ROOMS = ['contract', 'protocols', 'tracking', 'city', 'server', 'web', 'simulator', 'e2e', 'bench', 'fuzz'];

/** A name in code, of a declaration, field, parameter or anything else. */
const IDENTIFIER = /[A-Za-z_$][\w$]*/g;

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

/** Checks given names: where each is declared first, and the allowed names. */
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
    for (const [name] of codeOf(readFileSync(path.join(root, file), 'utf8')).matchAll(IDENTIFIER)) {
      if (!found.has(name) && wordIn(name, words) !== undefined) found.set(name, file);
    }
  }
  return found;
}

/** A slash after one of these begins a regular expression, after anything else it divides. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{;]|=>|\breturn)\s*$/;

/**
 * The code of a file without its comments, texts and regular expressions; expressions within templates count as code.
 */
export function codeOf(text: string): string {
  let code = '';
  /** Braces that are open within the expression of each template. */
  const templates: number[] = [];
  let at = 0;
  const skipTo = (end: RegExp) => {
    end.lastIndex = at;
    const match = end.exec(text);
    at = match ? match.index + match[0].length : text.length;
    return match?.[0];
  };
  const template = () => {
    if (skipTo(/(?<!\\)(?:\\\\)*(?:`|\$\{)/g)?.endsWith('{')) templates.push(0);
  };
  while (at < text.length) {
    const char = text[at] ?? '';
    const two = text.slice(at, at + 2);
    at += 1;
    if (two === '//') skipTo(/$/gm);
    else if (two === '/*') skipTo(/\*\//g);
    else if (char === "'" || char === '"') skipTo(new RegExp(`(?<!\\\\)(?:\\\\\\\\)*(?:${char}|$)`, 'gm'));
    else if (char === '`') template();
    else if (char === '/' && BEFORE_EXPRESSION.test(code)) skipTo(/(?<!\\)(?:\\\\)*\/[a-z]*/g);
    else {
      const open = templates.at(-1);
      if (open !== undefined && char === '{') templates[templates.length - 1] = open + 1;
      if (open !== undefined && char === '}') {
        if (open === 0) {
          templates.pop();
          template();
          continue;
        }
        templates[templates.length - 1] = open - 1;
      }
      code += char;
      continue;
    }
    code += ' ';
  }
  return code;
}

// Writes the list again, after names were replaced: node scripts/check-words.ts
if (process.argv[1] === import.meta.filename) {
  const root = path.join(import.meta.dirname, '..');
  const words = wordsNotUsed(readFileSync(path.join(root, 'docs/glossary.md'), 'utf8'));
  const names = [...namesWith(root, words).keys()].toSorted();
  writeFileSync(path.join(root, LEFT), `${JSON.stringify(names, null, 2)}\n`);
}
