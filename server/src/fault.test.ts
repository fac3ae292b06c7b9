import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { isOfEnvironment } from './fault.ts';

const ofDatabase = (code: string) => Object.assign(new Error('of PostgreSQL'), { code });

it('tells faults of the machine and the database, which one line explains, from those of the program', async () => {
  const missing: unknown = await writeFile('/nowhere/at/all', '').catch((fault: unknown) => fault);
  for (const fault of [missing, ofDatabase('53100'), ofDatabase('57P03'), ofDatabase('08006')])
    expect([fault, isOfEnvironment(fault)]).toEqual([fault, true]);
  for (const fault of [new TypeError('x is undefined'), ofDatabase('42P01'), 'text', null])
    expect([fault, isOfEnvironment(fault)]).toEqual([fault, false]);
});
