const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS_A_LETTER = 5;
const LETTERS_OF_128_BITS = 26;

/** 128 random bits in letters and digits that are hard to mix up (those of base32): nobody guesses such an identity. */
export function newIdentity(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LETTERS_OF_128_BITS));
  return Array.from(bytes, (byte) => LETTERS[byte & ((1 << BITS_A_LETTER) - 1)]).join('');
}
