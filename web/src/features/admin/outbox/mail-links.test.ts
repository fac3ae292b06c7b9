import { expect, test } from 'vitest';
import { piecesOf } from './mail-links.ts';

test('an address ends before the full stop of its sentence', () => {
  expect(piecesOf('Open https://fleet.example/a?token=x. Then')).toEqual([
    { text: 'Open ', link: false },
    { text: 'https://fleet.example/a?token=x', link: true },
    { text: '. Then', link: false },
  ]);
});

test('a text without addresses is not split', () => {
  expect(piecesOf('javascript:alert(1) http:/x')).toEqual([{ text: 'javascript:alert(1) http:/x', link: false }]);
});
