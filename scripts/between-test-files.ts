// Test files share processes, which saves starting one and loading the libraries for each. The web application stores
// the signed-in person, the language and loaded data in its modules, so these are loaded again, and no test file sees
// what another left behind. Other modules keep no state of tests except work in progress (passwords being hashed, dry
// runs), and a server test file has some 850 of them, so they stay loaded.
import { afterAll, expect, vi } from 'vitest';
import { isOfWeb } from './longest-first.ts';

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (isOfWeb(expect.getState().testPath ?? '')) vi.resetModules();
});
