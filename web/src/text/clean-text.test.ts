import { expect, test } from 'vitest';
import { cleanLine, cleanLines } from './clean-text.ts';

test('a line loses the characters that the server rejects, and no others', () => {
  expect(cleanLine(' Gate\r\n3\u2028b\u0007 ')).toBe('Gate 3 b');
  expect(cleanLine('a\ud800b')).toBe('a\ufffdb');
  expect(cleanLine('Überhof शहर 😀')).toBe('Überhof शहर 😀');
});

test('a line loses invisible and direction-changing characters, and keeps the joiners of scripts and emoji', () => {
  expect(cleanLine('\ufeffDe\u202epo\u200bt \u20663\u2069')).toBe('Depot 3');
  expect(cleanLine('क्\u200dष می\u200cخواهم 👩🏽\u200d🚒')).toBe('क्\u200dष می\u200cخواهم 👩🏽\u200d🚒');
  expect(cleanLine('a\u200db')).toBe('ab');
});

test('a cut leaves no half of a character', () => {
  expect(cleanLine('ab😀', 3)).toBe('ab');
  expect(cleanLine('ab😀', 4)).toBe('ab😀');
  expect(cleanLines('ab😀', 3)).toBe('ab');
});

test('lines keep their ends and tabs', () => {
  expect(cleanLines('Gate 3\r\n\tring\u0007 twice\u0085 \n', 500)).toBe('Gate 3\r\n\tring twice');
});
