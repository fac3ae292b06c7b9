import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes the index of decisions: `node scripts/decision-index.ts`. Its test fails if it is out of date. */
const FOLDER = path.join(import.meta.dirname, '../docs/decisions');
export const INDEX = path.join(FOLDER, 'README.md');

const HEAD = `# Decisions

What was decided, why, and what was measured; the newest last. A decision that changes an earlier one says so, and the earlier
one stays as it was. Numbers are reserved while a decision is written, so that two people do not take the same; those that are
missing were reserved and not used.

`;

/** The current index. */
export function indexOf(files: readonly { name: string; text: string }[]): string {
  const lines = files.map(({ name, text }) => {
    const title = /^# (?:\d+[.:]? )?(.+)$/m.exec(text)?.[1] ?? name;
    return `- ${name.slice(0, 4)} [${title}](${name})\n`;
  });
  return HEAD + lines.join('');
}

export const decisionFiles = (): { name: string; text: string }[] =>
  readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.md$/.test(name))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(path.join(FOLDER, name), 'utf8') }));

if (process.argv[1] === import.meta.filename) writeFileSync(INDEX, indexOf(decisionFiles()));
