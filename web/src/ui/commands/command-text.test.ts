import { expect, test } from 'vitest';
import { isOpen, shownState } from './command-text.ts';

const SENT = '2026-03-22T10:00:00Z';
const at = (time: string) => Date.parse(`2026-03-22T${time}Z`);

test('a command without an answer is unanswered ten minutes after it was sent, and nothing more comes', () => {
  const command = { kind: 'locate', state: 'sent', sentAt: SENT, endedAt: null } as const;
  expect([shownState(command, at('10:10:00')), isOpen(command, at('10:10:00'))]).toEqual(['sent', true]);
  expect([shownState(command, at('10:10:01')), isOpen(command, at('10:10:01'))]).toEqual(['unanswered', false]);
});

test('an answered command stays answered, and a waiting one stays open', () => {
  const answered = { state: 'answered', sentAt: SENT, endedAt: null } as const;
  expect(shownState({ ...answered, kind: 'locate' }, at('12:00:00'))).toBe('answered');
  expect(isOpen({ kind: 'locate', state: 'waiting', sentAt: null, endedAt: null }, at('12:00:00'))).toBe(true);
});

test('an answer to an engine command that is not the word for done or refused is not understood', () => {
  const stop = { kind: 'engineStop', sentAt: SENT, endedAt: SENT } as const;
  expect(shownState({ ...stop, state: 'answered' }, at('12:00:00'))).toBe('unclear');
  expect(shownState({ ...stop, state: 'done' }, at('12:00:00'))).toBe('done');
  expect(shownState({ ...stop, state: 'refused' }, at('12:00:00'))).toBe('refused');
});
