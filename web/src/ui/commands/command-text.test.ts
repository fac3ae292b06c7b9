import { expect, test } from 'vitest';
import { isOpen, shownState } from './command-text.ts';

const SENT = '2026-03-22T10:00:00Z';
const at = (time: string) => Date.parse(`2026-03-22T${time}Z`);

test('a command without an answer is unanswered ten minutes after it was sent, and nothing more comes', () => {
  const command = { state: 'sent', sentAt: SENT, endedAt: null } as const;
  expect([shownState(command, at('10:10:00')), isOpen(command, at('10:10:00'))]).toEqual(['sent', true]);
  expect([shownState(command, at('10:10:01')), isOpen(command, at('10:10:01'))]).toEqual(['unanswered', false]);
});

test('an answer stays an answer, and what waits stays open', () => {
  expect(shownState({ state: 'answered', sentAt: SENT, endedAt: null }, at('12:00:00'))).toBe('answered');
  expect(isOpen({ state: 'waiting', sentAt: null, endedAt: null }, at('12:00:00'))).toBe(true);
});
