// Files of tests share processes, which saves starting one and loading the libraries for each. Our own modules are loaded
// anew: what one file of tests leaves behind, no other finds.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});
