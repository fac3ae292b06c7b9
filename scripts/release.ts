// npm run release -- patch|minor|major: sets the version, dates the section of the changelog, commits and tags.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const STEPS = ['major', 'minor', 'patch'] as const;
type Step = (typeof STEPS)[number];

/** A reason why no release was made, for the person who asked for one. */
export class ReleaseRefusal extends Error {}

type Demands = Record<string, string>;

interface Manifest {
  name?: string;
  version?: string;
  workspaces?: string[];
  dependencies?: Demands;
  devDependencies?: Demands;
  optionalDependencies?: Demands;
  peerDependencies?: Demands;
}

const CHART = 'deploy/helm/milepost/Chart.yaml';

interface LockFile extends Manifest {
  packages: Record<string, Manifest>;
}

/**
 * Releases what is committed on main: sets the version in every manifest, the lock file and the Helm chart, dates the section
 * "Unreleased" of the changelog by `day` (YYYY-MM-DD), commits and tags. Returns the new version.
 * @throws ReleaseRefusal when there is nothing to release, or something else than main would be released; nothing is
 * changed then
 */
export function release(root: string, step: Step, day: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '') throw new ReleaseRefusal('There are changes that are not committed.');
  const branch = git('branch', '--show-current');
  if (branch !== 'main')
    throw new ReleaseRefusal(`A release is made on main, not on ${branch || 'a detached commit'}.`);

  const rootManifest: Manifest = readJson(root, 'package.json');
  const version = nextVersion(rootManifest.version ?? '', step);
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '') throw new ReleaseRefusal(`The tag ${tag} exists already.`);
  const changelog = datedChangelog(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version, day);

  const workspaces = rootManifest.workspaces ?? [];
  const files = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
  const manifests = files.map((file) => {
    const manifest: Manifest = readJson(root, file);
    return { file, manifest };
  });
  const ours = new Set(manifests.flatMap(({ manifest }) => manifest.name ?? []));
  const lockFile: LockFile = readJson(root, 'package-lock.json');
  for (const manifest of [lockFile, ...['', ...workspaces].map((folder) => lockFile.packages[folder])]) {
    if (manifest) setVersion(manifest, version, ours);
  }
  for (const { manifest } of manifests) setVersion(manifest, version, ours);

  const chart = readFileSync(path.join(root, CHART), 'utf8').replace(/^(version|appVersion): .*$/gm, `$1: ${version}`);
  const changed = ['CHANGELOG.md', 'package-lock.json', CHART, ...files];
  try {
    writeFileSync(path.join(root, 'CHANGELOG.md'), changelog);
    writeFileSync(path.join(root, CHART), chart);
    for (const { file, manifest } of [...manifests, { file: 'package-lock.json', manifest: lockFile }]) {
      writeFileSync(path.join(root, file), `${JSON.stringify(manifest, null, 2)}\n`);
    }
    git('commit', '--quiet', '--message', `Release ${version}`, '--', ...changed);
  } catch (cause) {
    git('checkout', '--quiet', 'HEAD', '--', ...changed);
    throw cause;
  }
  git('tag', '--annotate', tag, '--message', `Milepost ${version}`);
  return version;
}

/** The version after this one, by semantic versioning. */
function nextVersion(version: string, step: Step): string {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
  if (!numbers) throw new ReleaseRefusal(`The version ${version} of package.json is not three numbers.`);
  const at = STEPS.indexOf(step);
  return numbers.map((number, index) => (index < at ? number : index === at ? number + 1 : 0)).join('.');
}

/** The rooms depend on each other by exact version. */
function setVersion(manifest: Manifest, version: string, ours: ReadonlySet<string>): void {
  manifest.version = version;
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  for (const demands of [dependencies, devDependencies, optionalDependencies, peerDependencies]) {
    for (const name of Object.keys(demands ?? {})) if (demands && ours.has(name)) demands[name] = version;
  }
}

const UNRELEASED = /^## Unreleased\n([^]*?)(?=^## |$(?![^]))/m;

/** Gives the entries below "Unreleased" a heading with version and day, and leaves an empty "Unreleased" above them. */
function datedChangelog(text: string, version: string, day: string): string {
  const entries = UNRELEASED.exec(text)?.[1];
  if (entries === undefined) throw new ReleaseRefusal('CHANGELOG.md has no section "Unreleased".');
  if (!/^- /m.test(entries)) throw new ReleaseRefusal('The section "Unreleased" of CHANGELOG.md has no entries.');
  return text.replace(UNRELEASED, () => `## Unreleased\n\n## ${version} – ${day}\n${entries}`);
}

const readJson = (root: string, file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

function main(): void {
  const step = STEPS.find((name) => name === process.argv[2]);
  if (!step || process.argv.length > 3) throw new ReleaseRefusal('Usage: npm run release -- patch|minor|major');
  const version = release(path.join(import.meta.dirname, '..'), step, new Date().toISOString().slice(0, 10));
  process.stdout.write(`Released ${version} here. To publish it: git push origin main v${version}\n`);
}

if (process.argv[1] === import.meta.filename) {
  try {
    main();
  } catch (error) {
    if (!(error instanceof ReleaseRefusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
