// Files of tests share processes, which saves starting one and loading the libraries for each. The web part keeps who is
// signed in, the language and what was loaded in its modules: they are loaded anew, so that what one file of tests leaves
// behind, no other finds. Other modules keep nothing of what tests do but what is under way (passwords that are hashed, dry
// runs), and a file of tests of the server has some 850: they stay.
import { afterAll, expect, vi } from 'vitest';
import { isOfWeb } from './longest-first.ts';

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (isOfWeb(expect.getState().testPath ?? '')) vi.resetModules();
});
