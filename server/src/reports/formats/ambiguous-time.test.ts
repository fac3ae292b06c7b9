import { expect, test } from 'vitest';
import { cellText } from './cell-text.ts';
import { reportFile } from '../../testing/report-file.ts';
import { offsetIfAmbiguous } from './ambiguous-time.ts';
import { cellXml } from './xlsx-cells.ts';

const at = (zone: string, moment: string) => offsetIfAmbiguous(zone, Date.parse(moment));

test('the repeated hour of a clock has its offset, and no other has', () => {
  // Madrid set its clock back from 3:00 to 2:00 on the 25th of October 2026, at 1:00 UTC.
  expect(at('Europe/Madrid', '2026-10-24T23:59:59Z')).toBe(null);
  expect(at('Europe/Madrid', '2026-10-25T00:00:00Z')).toBe('UTC+2');
  expect(at('Europe/Madrid', '2026-10-25T00:59:59Z')).toBe('UTC+2');
  expect(at('Europe/Madrid', '2026-10-25T01:00:00Z')).toBe('UTC+1');
  expect(at('Europe/Madrid', '2026-10-25T01:59:59Z')).toBe('UTC+1');
  expect(at('Europe/Madrid', '2026-10-25T02:00:00Z')).toBe(null);
  // When the clock is set forward, no time occurs twice.
  expect(at('Europe/Madrid', '2026-03-29T00:30:00Z')).toBe(null);
  expect(at('Europe/Madrid', '2026-03-29T01:30:00Z')).toBe(null);
  // Newfoundland, at 2:00 on the 1st of November; Lord Howe goes back by half an hour on the 5th of April.
  expect(at('America/St_Johns', '2026-11-01T03:30:00Z')).toBe('UTC−2:30');
  expect(at('America/St_Johns', '2026-11-01T04:30:00Z')).toBe('UTC−3:30');
  expect(at('Australia/Lord_Howe', '2026-04-04T14:45:00Z')).toBe('UTC+11');
  expect(at('Australia/Lord_Howe', '2026-04-04T14:15:00Z')).toBe(null);
  expect(at('UTC', '2026-10-25T00:30:00Z')).toBe(null);
});

test('in a PDF and a page it follows the time, in a spreadsheet it is in a text cell', () => {
  const file = { ...reportFile([]), timeZone: 'Europe/Madrid' };
  const column = { key: 'start', label: 'Start', kind: 'moment' as const };
  const text = cellText(column, file);
  expect(text('2026-10-25T00:30:00.000Z')).toMatch(/2:30.*\(UTC\+2\)$/);
  expect(text('2026-10-25T01:30:00.000Z')).toMatch(/2:30.*\(UTC\+1\)$/);
  expect(text('2026-10-25T10:30:00.000Z')).toMatch(/11:30[^(]*$/);
  const xml = cellXml(column, file);
  expect(xml('A1', '2026-10-25T00:30:00.000Z')).toContain('>2026-10-25 02:30:00 (UTC+2)<');
  expect(xml('A1', '2026-10-25T01:30:00.000Z')).toContain('>2026-10-25 02:30:00 (UTC+1)<');
  expect(xml('A1', '2026-10-25T10:30:00.000Z')).toContain('<v>');
});
