import { expect, test } from 'vitest';
import { inputOf, readState, writeState } from './dashboard-state.ts';

const read = (query: string) => readState(new URLSearchParams(query));

test('invalid parameters of an address get their defaults', () => {
  expect(read('range=ever&group=x&by=colour&silent=2')).toEqual(read(''));
  expect(read('range=own&from=2026-11-01').range).toBe('today');
});

test('an address contains only what differs from the defaults', () => {
  const address = new URLSearchParams('range=own&from=2026-11-01&to=2026-11-02&by=idle&group=3');
  expect(writeState(address, { range: 'today', by: 'distance' }).toString()).toBe('group=3');
  expect(writeState(address, { behind: 'trips' }).toString()).toContain('behind=trips');
  expect(inputOf(readState(address))).toEqual({ range: 'own', from: '2026-11-01', to: '2026-11-02', groupId: 3 });
});

test('vehicles that never reported have a separate list', () => {
  expect(read('silent=0').silent).toBe(0);
  expect(read('').silent).toBeNull();
});

test('a list of faulty devices has its own address; an unknown fault opens nothing', () => {
  expect(writeState(new URLSearchParams(), { faulty: 'speedUnit' }).toString()).toBe('faulty=speedUnit');
  expect(read('faulty=clock').faulty).toBe('clock');
  expect(read('faulty=colour').faulty).toBeNull();
});
