import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '..');
const RULE = /(?<selector>[^{}]+)\{(?<body>[^{}]*)\}/g;

/** In a right-to-left page a Latin address would otherwise lose its beginning, with the ellipsis before it. */
test('truncated text with an ellipsis begins where its own script does, at the side where lines begin', async () => {
  const wrong: string[] = [];
  let seen = 0;
  for await (const file of glob('**/*.css', { cwd: SOURCE })) {
    const css = (await readFile(path.join(SOURCE, file), 'utf8')).replaceAll(/\/\*.*?\*\//gs, '');
    for (const { groups } of css.matchAll(RULE)) {
      const body = groups?.['body'] ?? '';
      if (!/text-overflow: ellipsis|line-clamp:/.test(body)) continue;
      seen += 1;
      const whole = body.includes('unicode-bidi: plaintext') && body.includes('text-align: var(--line-');
      if (!whole) wrong.push(`${file}: ${groups?.['selector']?.trim()}`);
    }
  }
  expect(seen).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
