import { expect, test } from 'vitest';
import { asciiBytes, textOf } from './text.ts';

test('bytes above 0x7f are encoded as the same bytes, not as two each as in UTF-8', () => {
  const bytes = Uint8Array.of(0x2a, 0x80, 0xff, 0x23);
  expect(asciiBytes(textOf(bytes))).toEqual(bytes);
});
