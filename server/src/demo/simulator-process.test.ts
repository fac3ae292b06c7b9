import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startSimulator } from './simulator-process.ts';

it('says why the demo fleet does not run where the gateway hears none of its protocols, and starts nothing', async () => {
  const told: { missing?: string[]; msg: string }[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void told.push(JSON.parse(line)) });
  const simulator = startSimulator({ vehicles: 1, pastDays: 0, ports: [], stateDir: '/nowhere', logger });
  await simulator.stop();
  expect(told).toMatchObject([
    { missing: ['gt06', 'teltonika', 'osmand'], msg: expect.stringContaining('GATEWAY_PROTOCOLS') },
  ]);
});
