import { expect, it } from 'vitest';
import { benchFaults } from './faults-run.ts';

it(
  'loses and doubles nothing, and sends no command twice, when server, database or both are killed',
  { timeout: 240_000 },
  async () => {
    const figures = await benchFaults({ rounds: 3, seed: 7, devices: 8, rate: 400, upkeep: false, log: () => {} });
    expect(figures.kills).toEqual({ server: 1, database: 1, both: 1 });
    expect(figures.acknowledged).toBeGreaterThan(0);
    expect(figures.stored).toBeGreaterThanOrEqual(figures.acknowledged);
    expect(figures).toMatchObject({ lost: 0, doubled: 0, strange: 0, disorderedAnswers: 0, wrongFacts: 0 });
    expect(figures).toMatchObject({ commands: 24, sentTwice: 0, forgotten: 0, wrongAnswers: 0, strayed: 0 });
    expect(figures).toMatchObject({ sms: 24, smsTwice: 0, smsForgotten: 0 });
    // At least two facts of each device: a day and a trip.
    expect(figures.facts).toBeGreaterThanOrEqual(16);
  },
);
