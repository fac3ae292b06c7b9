import { array, assert, asyncProperty, boolean, record } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { look } from '../testing/rights/rights-hands.ts';
import { matrices } from '../testing/rights/rights-choice.ts';
import { make, moves } from '../testing/rights/rights-moves.ts';
import { type Play, takeLink } from '../testing/rights/rights-play.ts';
import { beginWorld, readWorld } from '../testing/rights/rights-world.ts';

/**
 * Random sequences of administration against the real server, each call by a person with or without the permission,
 * with sessions, tokens and links from earlier. Nobody may ever hold or reach a permission that their own role could
 * not grant at that time. `RIGHTS_RUNS` sets the number of sequences, `RIGHTS_SEED` selects others, and
 * `RIGHTS_SHRINK=1` finds the shortest failing one, which takes minutes.
 */
const RUNS = Number(process.env['RIGHTS_RUNS'] ?? 25);
const SEED = Number(process.env['RIGHTS_SEED'] ?? 9);
const PASSWORD = 'the password of everybody';

/** Each of these must have occurred, otherwise a test run proves little; some are rare. */
const DONE = [
  'make a user',
  'change a user',
  'disable',
  'enable',
  'send a link',
  'sign out',
  'make a role',
  'change a role',
  'make an organisation',
  'move an organisation',
  'make a token',
  'end a token',
  'end a session',
  'take a link',
  'look',
];

let fixture: HttpFixture;
let hash: string;
beforeAll(async () => {
  fixture = await httpFixture({}, { publicUrl: 'https://fleet.example.org' });
  hash = await quickHash(PASSWORD);
});
afterAll(() => fixture.close());

const beginnings = record({ helper: matrices, chief: matrices, clerk: matrices, worker: matrices, nested: boolean() });

test(
  'nobody gets a permission that their own role at that time could not grant',
  async () => {
    const tally: Play['tally'] = new Map();
    const property = asyncProperty(
      beginnings,
      boolean(),
      array(moves, { minLength: 1, maxLength: 50, size: 'max' }),
      async (beginning, mail, sequence) => {
        fixture.services.config.mailConfigured = mail;
        await beginWorld(fixture.database, hash, beginning);
        const world = await readWorld(fixture.database);
        const play: Play = { fixture, password: PASSWORD, mail, world, hands: [], links: [], tally, count: 0 };
        for (const move of sequence) await make(play, move);
        for (const hand of play.hands) await look(play.world, hand);
        for (const link of play.links) await takeLink(play, link);
      },
    );
    await assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: process.env['RIGHTS_SHRINK'] === undefined });
    for (const kind of DONE) expect(tally.get(kind)?.done, `times somebody could ${kind}`).toBeGreaterThan(0);
    for (const kind of DONE.slice(0, 9))
      expect(tally.get(kind)?.refused, `times it was refused to ${kind}`).toBeGreaterThan(0);
  },
  RUNS * 60_000,
);
