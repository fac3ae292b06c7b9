import { expect, test } from 'vitest';
import { pastedAddresses } from './pasted-addresses.ts';

test('names of mail programs are dropped, addresses are kept once, and invalid entries stay visible', () => {
  const pasted = '"Ann Lee" <ann@example.org>, bob@example.org; Åsa <asa@example.org> <ann@example.org> nobody';
  expect(pastedAddresses(pasted.split(/[,; ]+/))).toEqual([
    'ann@example.org',
    'bob@example.org',
    'asa@example.org',
    'nobody',
  ]);
});
