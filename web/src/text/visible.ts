/** Controls, the bidirectional ones among them, and what takes no room: not to be seen, or turns what is beside it about. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text that a device sent, with what cannot be seen in it named: it must not pass for another. */
export const visible = (text: string): string =>
  text.replaceAll(INVISIBLE, (one) => `‹U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`);
