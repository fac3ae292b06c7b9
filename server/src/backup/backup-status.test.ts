import { expect, it } from 'vitest';
import type { BackupState } from './backup-state.ts';
import { joinStates } from './backup-status.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 30, hour));
const NONE: Omit<BackupState, 'instance'> = {
  newest: null,
  failures: 0,
  failure: null,
  drill: null,
  lastGoodDrillAt: null,
  damagedFiles: [],
  keyChangedAt: null,
};
const backup = (hour: number) => ({ id: `b${hour}`, finishedAt: at(hour), bytes: 1, durationS: 1, target: '/mnt' });
const drill = (hour: number, fault: string | null) => ({
  id: `b${hour}`,
  at: at(hour),
  durationS: 1,
  fault,
  restoredTo: at(hour),
});

it('joins what processes with data directories of their own did: the last of each counts', () => {
  const one = { ...NONE, instance: 'one', newest: backup(1), failures: 2, failure: { at: at(2), reason: 'full' } };
  const other = { ...NONE, instance: 'two', newest: backup(3), failures: 1, drill: drill(4, 'damaged') };
  const third = { ...NONE, instance: 'three', drill: drill(2, null), lastGoodDrillAt: at(2) };
  expect(joinStates([one, other, third])).toEqual({
    newest: backup(3),
    failures: 3,
    // A later backup succeeded.
    failure: null,
    drill: drill(4, 'damaged'),
    lastGoodDrillAt: at(2),
  });
  const failed = { ...other, failure: { at: at(5), reason: 'away' } };
  expect(joinStates([one, failed]).failure).toEqual({ at: at(5), reason: 'away' });
  expect(joinStates([one, { ...NONE, instance: 'two' }]).failure).toEqual({ at: at(2), reason: 'full' });
});

it('counts a data directory that several processes have once', () => {
  const state = { ...NONE, instance: 'one', failures: 2, failure: { at: at(2), reason: 'full' } };
  expect(joinStates([state, { ...state }])).toMatchObject({ failures: 2, failure: { at: at(2) }, newest: null });
});
