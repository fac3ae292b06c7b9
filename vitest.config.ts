import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rooms',
          include: [
            '{contract,protocols,tracking,city,server,simulator,bench,fuzz,scripts}/**/*.test.ts',
            'web/{src,vite}/**/*.test.{ts,tsx}',
          ],
          globalSetup: 'server/src/testing/run-database.ts',
          // A process for each file would load the libraries some 500 times: that took half of the rooms' processor time.
          isolate: false,
          setupFiles: 'scripts/between-test-files.ts',
          // Processes that tests start share what Node makes of their sources, as the servers of the browser tests do.
          env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/server') },
          testTimeout: 30_000,
          hookTimeout: 120_000,
          // What is waited for is mostly there within milliseconds, and on a busy machine within seconds; by default it is
          // looked for 20 times, in one second.
          expect: { poll: { interval: 10, timeout: 10_000 } },
          // One more than there are processors: files of the server wait for PostgreSQL, for sockets and for timers.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/src/**/*.test.ts'],
          globalSetup: 'server/src/testing/run-database.ts',
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // Each file has a server and a database of its own, each worker a browser, which draws maps without a graphics
          // card: two of them keep two cores busy.
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
          // A browser without a GPU on a busy machine now and then misses a moment; a fault fails twice.
          retry: 1,
        },
      },
    ],
  },
});
