import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** The text of a document without its fenced code. */
const prose = new Map(
  documents.map((file) => [file, readFileSync(path.join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')]),
);

/** As GitHub names the headings of a document. */
const anchors = (text: string) =>
  new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

test('every link of a document leads to a file and a heading that exist', () => {
  const broken = documents.flatMap((file) =>
    [...(prose.get(file) ?? '').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      const [target = '', anchor] = link.split('#');
      const page = target === '' ? file : path.join(path.dirname(file), target);
      const text = prose.get(page);
      const isRight =
        existsSync(path.join(root, page)) && (anchor === undefined || text === undefined || anchors(text).has(anchor));
      return isRight ? [] : [`${file}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
  expect(documents.length).toBeGreaterThan(100);
});
