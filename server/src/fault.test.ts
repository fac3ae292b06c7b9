import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { isLasting, isOfEnvironment } from './fault.ts';

const ofDatabase = (code: string) => Object.assign(new Error('of PostgreSQL'), { code });

it('tells faults of the machine and the database, which one line explains, from those of the program', async () => {
  const missing: unknown = await writeFile('/nowhere/at/all', '').catch((fault: unknown) => fault);
  for (const fault of [missing, ofDatabase('53100'), ofDatabase('57P03'), ofDatabase('08006')])
    expect([fault, isOfEnvironment(fault)]).toEqual([fault, true]);
  for (const fault of [new TypeError('x is undefined'), ofDatabase('42P01'), 'text', null])
    expect([fault, isOfEnvironment(fault)]).toEqual([fault, false]);
});

it('tells faults that are the same at each attempt', () => {
  for (const fault of [
    new TypeError('x is not iterable'),
    new RangeError('no date'),
    ofDatabase('22003'),
    ofDatabase('42P01'),
  ])
    expect([fault, isLasting(fault)]).toEqual([fault, true]);
  const passing = [new Error('Connection terminated'), '25006', '40P01', '53100', '57P03', '08006', 'ECONNREFUSED'];
  for (const fault of passing.map((one) => (typeof one === 'string' ? ofDatabase(one) : one)))
    expect([fault, isLasting(fault)]).toEqual([fault, false]);
});
