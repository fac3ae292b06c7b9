import { expect, test } from 'vitest';
import { everyWordIn } from './every-word.ts';

test('every word has to be there, in whichever text and order, without regard to case and accents', () => {
  const row = ['SBA 1001', null, 'Lucía Pérez'];
  for (const search of ['', '  ', 'perez sba', 'LUCIA', '1001 lu']) expect(everyWordIn(search)(row), search).toBe(true);
  for (const search of ['perez sbb', 'null']) expect(everyWordIn(search)(row), search).toBe(false);
});
