const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS_A_LETTER = 5;
const LETTERS_OF_128_BITS = 26;

/** 128 random bits in unambiguous letters and digits (those of base32), which cannot be found by trying. */
export function newIdentity(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LETTERS_OF_128_BITS));
  return Array.from(bytes, (byte) => LETTERS[byte & ((1 << BITS_A_LETTER) - 1)]).join('');
}
