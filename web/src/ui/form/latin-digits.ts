import type { FormEvent } from 'react';

/** Digits of Arabic, Persian and Devanagari keyboards, each by its zero. */
const ZEROS = [0x660, 0x6f0, 0x966];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;

/** With the digits and the marks of decimals and thousands that fields take; of the same length. */
const latinDigits = (text: string): string =>
  text
    .replaceAll(DIGITS, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0));
    })
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',');

/** Rewrites what was typed into a field of numbers before the field reads it, which would leave such digits out. */
export function takeLatinDigits({ target }: FormEvent<HTMLInputElement>): void {
  if (!(target instanceof HTMLInputElement)) return;
  const text = latinDigits(target.value);
  if (text === target.value) return;
  const caret = target.selectionStart;
  // Past React, which would hold that nothing was typed.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, text);
  target.setSelectionRange(caret, caret);
}
