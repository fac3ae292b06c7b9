import { PROTOCOLS } from './registry.ts';
import type { HttpFrame } from './types.ts';

/** Loads a fixture of each registered protocol of one kind, so that the registry is the only list of protocols. */
async function fixturesOf<T>(kind: 'stream' | 'http', load: (name: string) => Promise<T>): Promise<Record<string, T>> {
  const names = PROTOCOLS.filter((protocol) => protocol.kind === kind).map(({ name }) => name);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await load(name)] as const)));
}

/** Frames of each protocol over TCP or UDP as a device sends them, for tests of properties common to all. */
export const SAMPLES: Readonly<Record<string, readonly Uint8Array[]>> = await fixturesOf('stream', async (name) => {
  const fixture: { SAMPLES: readonly Uint8Array[] } = await import(`./${name}/samples.fixture.ts`);
  return fixture.SAMPLES;
});

/** Requests of each protocol over HTTP as received, for tests of properties common to all. */
export const REQUESTS: Readonly<Record<string, readonly HttpFrame[]>> = await fixturesOf('http', async (name) => {
  const fixture: { REQUESTS: readonly HttpFrame[] } = await import(`./${name}/requests.fixture.ts`);
  return fixture.REQUESTS;
});
