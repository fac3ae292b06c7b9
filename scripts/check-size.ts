// npm run check:size: how many files and bytes of scripts and styles a first visit takes, against budgets.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const DIST = path.join(import.meta.dirname, '../web/dist');
const KB = 1000;
/**
 * The table of screens is loaded by the shell, but not by sign-in. Each further screen adds some 0.3 kB to the live
 * map: its title in the menu, its line in that table, and the texts of its faults. The guards of unsaved input and of
 * the signed-in person are loaded with sign-in, and so are the texts of faults. `e2e/src/first-map.test.ts` also counts
 * fonts, map data and replies.
 */
const LIMITS = { signIn: 178 * KB, liveMap: 408 * KB, screen: 158 * KB };
/** Scripts and styles of a first visit of one screen, without the parts that it opens later. */
const MAX_FILES = 40;
/** Loaded by tests alone. */
const NEVER = /e2e-hook/;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isDynamicEntry?: boolean;
  assets?: string[];
}
type Manifest = Record<string, Chunk>;

/**
 * The chunks that a browser has after loading the given ones: these and all their static imports. With `known`, their
 * dynamic imports as well, except those of known chunks.
 */
export function loadedBy(manifest: Manifest, names: readonly string[], known?: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name];
    if (!chunk || seen.has(name) || NEVER.test(name)) continue;
    seen.add(name);
    waiting.push(...(chunk.imports ?? []));
    if (known && !known.has(name)) waiting.push(...(chunk.dynamicImports ?? []));
  }
  return seen;
}

/** The screens of the application: the lazy-loaded chunks of web/src/features, by the path of their file. */
export function screensOf(manifest: Manifest): Map<string, string> {
  const entries = Object.keys(manifest).flatMap((name): [string, string][] => {
    const screen = /^src\/features\/(.+)-(?:page|segment)\.tsx?$/.exec(name)?.[1];
    return screen !== undefined && manifest[name]?.isDynamicEntry === true ? [[screen, name]] : [];
  });
  return new Map(entries);
}

/** The bytes sent to a browser that accepts brotli: the compressed file of the build, if there is one. */
export function servedSize(file: string): number {
  return statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(file).size;
}

/** The files of these chunks. */
function filesOf(manifest: Manifest, names: Iterable<string>): Set<string> {
  const engine = readdirSync(path.join(DIST, 'assets')).filter((file) => /^maplibre-with-worker-\w+\.js$/.test(file));
  const files = Array.from(names, (name) => manifest[name]).flatMap((chunk) =>
    chunk ? [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? []).filter((file) => /worker/.test(file))] : [],
  );
  // The map's library is beside the build (web/vite/map-engine.ts), so that the manifest does not name it.
  const usesMap = files.some((file) => readFileSync(path.join(DIST, file), 'utf8').includes('maplibre-with-worker-'));
  return new Set(usesMap ? [...files, ...engine.map((file) => `assets/${file}`)] : files);
}

const total = (manifest: Manifest, names: Iterable<string>) =>
  [...filesOf(manifest, names)].reduce((sum, file) => sum + servedSize(path.join(DIST, file)), 0);

const without = (names: Set<string>, ...known: Set<string>[]) =>
  [...names].filter((name) => known.every((one) => !one.has(name)));

function main(): void {
  const file = path.join(DIST, '.vite/manifest.json');
  if (!existsSync(file)) {
    process.stderr.write('The web application is not built: run npm run build.\n');
    process.exitCode = 1;
    return;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build of the pinned version
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const screens = screensOf(manifest);
  const screen = (name: string) => screens.get(name) ?? `no screen ${name}`;
  const signIn = loadedBy(manifest, ['index.html', screen('authentication/authentication')]);
  const shell = loadedBy(manifest, [
    'src/app/shell/shell.tsx',
    'src/app/shell/shell-loaders.ts',
    '../contract/src/texts/en/shell.ts',
  ]);
  const page = loadedBy(manifest, [screen('track-vehicle/track-vehicle')]);
  // The map loads its library and workers by itself; menus of the page are loaded at the first click on them.
  const map = loadedBy(manifest, ['src/map/live-map.ts'], new Set([...signIn, ...shell, ...page]));

  const lines = [
    { what: 'first visit to sign-in', size: total(manifest, signIn), limit: LIMITS.signIn },
    {
      what: 'live map, more',
      size: total(manifest, without(new Set([...shell, ...page, ...map]), signIn)),
      limit: LIMITS.liveMap,
    },
    ...[...screens]
      .filter(([name]) => !name.startsWith('authentication/') && name !== 'track-vehicle/track-vehicle')
      .map(([name, entry]) => ({
        what: `${name}, of its own`,
        size: total(manifest, without(loadedBy(manifest, [entry]), signIn, shell)),
        limit: LIMITS.screen,
      })),
  ];
  const screenTexts = '../contract/src/texts/en/screens.ts';
  const counts = [...screens].map(([name, entry]) => {
    const isFirst = name.startsWith('authentication/');
    const others = name === 'track-vehicle/track-vehicle' ? map : loadedBy(manifest, [screenTexts]);
    const loaded = isFirst ? signIn : [...signIn, ...shell, ...others, ...loadedBy(manifest, [entry])];
    return { name, files: filesOf(manifest, loaded).size };
  });
  const most = counts.toSorted((a, b) => b.files - a.files).slice(0, 3);
  const tooMany = counts.filter(({ files }) => files > MAX_FILES);
  for (const { name, files } of tooMany.length > 0 ? tooMany : most) {
    process.stdout.write(
      `${files <= MAX_FILES ? 'ok  ' : 'FAIL'} ${files} of ${MAX_FILES} files  first visit to ${name}\n`,
    );
  }
  if (tooMany.length > 0) process.exitCode = 1;
  for (const { what, size, limit } of lines) {
    const verdict = size <= limit ? 'ok  ' : 'FAIL';
    process.stdout.write(`${verdict} ${(size / KB).toFixed(1).padStart(6)} of ${limit / KB} kB  ${what}\n`);
  }
  if (lines.some(({ size, limit }) => size > limit)) process.exitCode = 1;
}

if (import.meta.main) main();
