import { expect, test } from 'vitest';
import { filesTarget } from './files.ts';
import { protocolsTarget } from './protocols.ts';
import { routesTarget } from './routes.ts';
import { runTarget, type Target } from './run-target.ts';
import { socketTarget } from './socket.ts';
import { spreadsheetsTarget } from './spreadsheets.ts';

// A short run of each, the same every time; `npm run fuzz` goes on for as long as it is told to.
test.each<[string, number, () => Target | Promise<Target>]>([
  ['framers and decoders', 10_000, protocolsTarget],
  ['routes', 600, routesTarget],
  ['the live socket', 30, socketTarget],
  ['readers of files', 3000, filesTarget],
  ['the reader of spreadsheets', 300, spreadsheetsTarget],
])(
  '%s bear what is nearly right',
  async (_what, steps, start) => {
    const target = await start();
    try {
      expect((await runTarget(target, { seed: 1, steps })).findings).toEqual([]);
    } finally {
      await target.stop();
    }
  },
  60_000,
);

test('a finding is named with its seed, its step and what was thrown', async () => {
  const target: Target = {
    step: (random, note) => {
      const input = random.below(10);
      note(input);
      if (input === 7) throw new Error('seven');
    },
    stop: () => Promise.resolve(),
  };
  const { findings } = await runTarget(target, { seed: 5, steps: 100 });
  const [first] = findings;
  expect(first).toMatchObject({ input: 7, what: expect.stringContaining('seven') });
  const again = await runTarget(target, { seed: first?.seed ?? 0, steps: 1 });
  expect(again.findings).toMatchObject([{ step: 0, input: 7 }]);
});
