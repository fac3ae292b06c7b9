import { expect, test } from 'vitest';
import { inputOf, type InspectValues, isOut, newValues } from './inspect-values.ts';

const found = (severity: 'minor' | 'dangerous', outOfService: boolean | null = null): InspectValues => ({
  ...newValues(1, 'Ana'),
  answers: [{ item: 'Brakes', result: 'defect', severity, note: '', photos: [] }],
  outOfService,
});

test('taking a dangerous vehicle out of service is proposed, others not; a choice overrides it', () => {
  expect(isOut(found('dangerous'))).toBe(true);
  expect(inputOf(found('dangerous')).outOfService).toBe(true);
  expect(inputOf(found('dangerous', false)).outOfService).toBe(false);
  expect(inputOf(found('minor')).outOfService).toBe(false);
  expect(inputOf(found('minor', true)).outOfService).toBe(true);
});
