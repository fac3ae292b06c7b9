import { pino } from 'pino';
import { expect, it } from 'vitest';
import { dialled, startSimulator } from './simulator-process.ts';

it('reports why the demo fleet does not run when the gateway serves none of its protocols, and starts nothing', async () => {
  const logged: { missing?: string[]; msg: string }[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const simulator = startSimulator({
    vehicles: 1,
    pastDays: 0,
    ports: [],
    host: '127.0.0.1',
    stateDir: '/nowhere',
    logger,
  });
  await simulator.stop();
  expect(logged).toMatchObject([
    { missing: ['gt06', 'teltonika', 'osmand'], msg: expect.stringContaining('GATEWAY_PROTOCOLS') },
  ]);
});

it('connects to the address on which the gateway listens, and no other', () => {
  expect(['127.0.0.1', '0.0.0.0', '::', '192.168.7.2', 'fleet.local'].map(dialled)).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '::1',
    '192.168.7.2',
    'fleet.local',
  ]);
});
