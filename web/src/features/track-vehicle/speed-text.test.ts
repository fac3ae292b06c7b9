import { expect, test } from 'vitest';
import { speedText } from './speed-text.ts';

const MINUTE = 60_000;
const state = { status: 'running', since: 0, speedKph: 33.4, fixTime: MINUTE } as const;

test('a vehicle that fell silent while driving has no current speed', () => {
  expect(speedText(state)).toBe('33');
  expect(speedText({ ...state, status: 'silent' })).toBe('–');
  expect(speedText({ ...state, status: 'inactive' })).toBe('–');
  expect(speedText({ ...state, status: 'never', speedKph: null })).toBe('–');
});

test('a standing vehicle has the speed reported since it stopped, not the one before', () => {
  expect(speedText({ ...state, status: 'stopped', speedKph: 0 })).toBe('0');
  expect(speedText({ ...state, status: 'stopped', since: 2 * MINUTE })).toBe('–');
});
