import { expect, test } from 'vitest';
import { historyOf } from './history-button.tsx';

test('the history opens at the alarm, with a quarter of an hour around it', () => {
  const alarm = { vehicleId: 7, start: '2026-02-01T10:00:00.000Z', lastAt: '2026-02-01T10:20:00.000Z' };
  expect(Object.fromEntries(new URL(historyOf(alarm), 'http://x').searchParams)).toEqual({
    vehicle: '7',
    from: '2026-02-01T09:45:00.000Z',
    to: '2026-02-01T10:35:00.000Z',
    at: '2026-02-01T10:00:00.000Z',
  });
});
