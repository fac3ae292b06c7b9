// npm run sbom: the components of a release, as CycloneDX on standard output.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Bom {
  components: { 'bom-ref': string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const ROOT = path.join(import.meta.dirname, '..');
/** The rooms that only test and measure. */
const WORKSHOP = ['@milepost/e2e', '@milepost/bench'];

const text = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
  // On Windows npm is a shell script.
  {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  },
);
const bom: Bom = JSON.parse(text);
const lock: { packages: Record<string, { version?: string; dev?: boolean; link?: boolean }> } = JSON.parse(
  readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'),
);

// `--omit dev` of npm 11 omits packages that any room needs for its tests, even if another needs them at run time:
// React and the database driver among them. The lock file is more accurate.
const running = new Set(
  Object.entries(lock.packages).flatMap(([at, { version, dev }]) =>
    at.includes('node_modules/') && dev !== true ? [`${at.split('node_modules/').at(-1)}@${version}`] : [],
  ),
);
const ours = (name: string) => name.startsWith('@milepost/') && !WORKSHOP.includes(name);
bom.components = bom.components.filter(({ name, version }) => ours(name) || running.has(`${name}@${version}`));
const included = new Set(bom.components.map((component) => component['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => included.has(ref) || ref.startsWith('milepost@'))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => included.has(one)) }));
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
