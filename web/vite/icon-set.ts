import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import { componentName, iconsOf } from '../src/features/showcase/icons/used-icons.ts';

const SOURCE = path.join(import.meta.dirname, '../src');
/** The number of icons in one chunk of the whole set: some 30 kB each when compressed. */
const PART_SIZE = 480;

interface IconFacts {
  tags: (string | number)[];
  category: string;
}

const SET = packageFolder('@tabler/icons');

/**
 * The package exports only its drawings, which `npm start` does not keep; only the files that describe them are read.
 */
function packageFolder(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders.map((folder) => path.join(folder, name)).find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`No package ${name}`);
  return found;
}

/** Reads one file of the set, by the names of the icons. */
function readSet<Value>(file: string): [string, Value][] {
  const text = readFileSync(path.join(SET, file), 'utf8');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of the pinned version's files
  return Object.entries(JSON.parse(text) as Record<string, Value>);
}

/** The drawings of one style of the set, by the names of the components. */
const drawingsOf = (style: 'outline' | 'filled', ending = '') =>
  readSet(`tabler-nodes-${style}.json`).map(([name, nodes]) => [componentName(name) + ending, nodes] as const);

/**
 * The icons that the sources import, each with its drawing and the number of importing files. It omits the icon
 * components: a component used by this page and others would become a separate chunk.
 */
function usedModule(): string {
  const counts = new Map<string, number>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SOURCE })) {
    for (const name of new Set(iconsOf(readFileSync(path.join(SOURCE, file), 'utf8')))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const outlines = new Map(drawingsOf('outline'));
  const fillings = new Map(drawingsOf('filled', 'Filled'));
  const used = [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, files]) => {
      const nodes = fillings.get(name) ?? outlines.get(name);
      if (!nodes) throw new Error(`No drawing of ${name}`);
      return { name, files, filled: fillings.has(name), nodes };
    });
  return `export const used = ${JSON.stringify(used)};`;
}

/** The names and search words of the whole set, and a function to load the part with an icon. */
function indexModule(): string {
  const drawn = new Set(readSet('tabler-nodes-outline.json').map(([name]) => name));
  const icons = readSet<IconFacts>('icons.json').filter(([name]) => drawn.has(name));
  const parts = Math.ceil(drawn.size / PART_SIZE);
  return [
    `export const index = ${JSON.stringify(icons.map(([name, { tags }]) => [componentName(name), tags.join(' ')]))};`,
    `export const partOf = ${JSON.stringify(Object.fromEntries([...drawn].map((name, at) => [componentName(name), Math.floor(at / PART_SIZE)])))};`,
    `export const parts = [${Array.from({ length: parts }, (_, at) => `() => import('virtual:icons/part-${at}')`).join(',')}];`,
  ].join('\n');
}

function partModule(part: number): string {
  const icons = readSet('tabler-nodes-outline.json').slice(part * PART_SIZE, (part + 1) * PART_SIZE);
  return `export const nodes = ${JSON.stringify(Object.fromEntries(icons.map(([name, nodes]) => [componentName(name), nodes])))};`;
}

/**
 * Provides the icon set to the application in pieces: `virtual:icons/used` (those that the application imports),
 * `virtual:icons/index` (names and search words of all) and `virtual:icons/part-<n>` (the drawings of some hundred).
 */
export function iconSet(): Plugin {
  return {
    name: 'milepost-icon-set',
    resolveId: (id) => (id.startsWith('virtual:icons/') ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0virtual:icons/')) return null;
      const name = id.slice('\0virtual:icons/'.length);
      if (name === 'used') return usedModule();
      return name === 'index' ? indexModule() : partModule(Number(name.replace('part-', '')));
    },
  };
}
