import { expect, test } from 'vitest';
import * as gt06 from '@milepost/protocols/gt06/device';
import { tryDecoder, streamProtocols } from './decoders.ts';
import { filesTarget } from './files.ts';
import { protocolsTarget } from './protocols.ts';
import { operationsTarget } from './operations.ts';
import { learnSeal } from './reseal.ts';
import { runTarget, type Target } from './run-target.ts';
import { socketTarget } from './socket.ts';
import { spreadsheetsTarget } from './spreadsheets.ts';

// Each target is fuzzed briefly, with the same seed every time; `npm run fuzz` continues for as long as requested.
test.each<[string, number, () => Target | Promise<Target>]>([
  ['framers and decoders', 10_000, protocolsTarget],
  ['operations', 600, operationsTarget],
  ['the live socket', 30, socketTarget],
  ['readers of files', 3000, filesTarget],
  ['the reader of spreadsheets', 300, spreadsheetsTarget],
])(
  '%s survive nearly valid frames',
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

test('every decoder survives nearly valid frames, including those with a checksum', () => {
  const results = streamProtocols().map((protocol) => tryDecoder(protocol, 1500, 1));
  expect(results.flatMap(({ protocol, findings }) => findings.map(({ what }) => `${protocol}: ${what}`))).toEqual([]);
  // A decoder that rejects nearly all frames at the outset is not really tested.
  expect(results.filter(({ read, frames }) => read < frames / 20).map(({ protocol }) => protocol)).toEqual([]);
});

test('a mutated frame is given the checksum of its protocol', () => {
  const frames = [1, 2, 3].map((serial) => gt06.encodeLogin('356307042441013', serial));
  const seal = learnSeal(frames);
  const [first, second] = frames;
  if (!seal || !first || !second) throw new Error('nothing was learnt');
  const changed = Uint8Array.from(first);
  changed[changed.length - 5] = 2;
  seal(changed);
  expect(changed).toEqual(second);
  expect(
    learnSeal(['a', 'b', 'c', 'd', 'e'].map((letter) => new TextEncoder().encode(`hello ${letter} world`))),
  ).toBeNull();
});

test('a finding is named with its seed, its step and the error thrown', async () => {
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
  const repeated = await runTarget(target, { seed: first?.seed ?? 0, steps: 1 });
  expect(repeated.findings).toMatchObject([{ step: 0, input: 7 }]);
});
