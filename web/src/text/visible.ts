/**
 * Control characters, including the bidirectional ones, and characters without width: invisible, or changing the
 * direction of their neighbours.
 */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text from a device with its invisible characters made visible, so that it cannot be mistaken for another. */
export const visible = (text: string): string =>
  text.replaceAll(INVISIBLE, (one) => `‹U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`);
