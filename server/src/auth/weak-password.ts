/** Digits and signs that replace letters. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Common parts of passwords, including the product and its business. */
const COMMON_WORDS = `
  administrator passphrase basketball password passwort passwd changeme trustnoi whatever baseball
  football internet computer iloveyou letmein michael jennifer princess sunshine superman starwars
  welcome default dragon monkey master shadow batman freedom charlie liverpool pokemon samsung google
  summer winter spring autumn monday friday hello secret access login admin guest user test pass love
  milepost tracking tracker vehicles vehicle drivers driver fleet
`
  .trim()
  .split(/\s+/);

/** Sequences of keys and letters, in either direction. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];

/** Shorter words of the context would occur in any sentence. */
const MIN_WORD = 4;
/** The number of letters that must remain after everything easy to guess is removed. */
const MIN_LEFT = 4;
const LONGEST_UNIT = 4;

/**
 * True when a password of sufficient length is still easy to guess: one piece repeated, keys or letters in sequence, or
 * little besides common words and the `context`, the person's and the organisation's names.
 */
export function isWeakPassword(password: string, context: readonly string[]): boolean {
  const plain = folded(password);
  return isRepeated(plain) || isRun(plain) || isMadeOfWords(plain, context);
}

/** In lower case, with Latin accents removed. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(?<=\p{Script=Latin})\p{Mn}+/gu, '')
    .normalize('NFC');

const lettersAndDigits = (text: string) => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

function isRepeated(plain: string): boolean {
  if (new Set(plain).size <= 3) return true;
  for (let length = 1; length <= LONGEST_UNIT; length++) {
    const unit = plain.slice(0, length);
    if (unit.repeat(Math.ceil(plain.length / length)).slice(0, plain.length) === plain) return true;
  }
  return false;
}

/** True when most of the characters follow their neighbour in some sequence. */
function isRun(plain: string): boolean {
  const signs = Array.from(lettersAndDigits(plain));
  if (signs.length < 2) return false;
  const follows = signs.slice(1).filter((sign, index) => {
    const [pair, back] = [`${signs[index]}${sign}`, `${sign}${signs[index]}`];
    return RUNS.some((run) => run.includes(pair) || run.includes(back));
  });
  return follows.length >= (signs.length - 1) * 0.7;
}

function isMadeOfWords(plain: string, context: readonly string[]): boolean {
  const names = context.flatMap((name) => {
    const words = folded(name).split(/[^\p{L}\p{M}\p{N}]+/u);
    return [words.join(''), ...words].filter((word) => word.length >= MIN_WORD);
  });
  // The longest first, since one may contain another.
  const words = [...names, ...COMMON_WORDS].toSorted((a, b) => b.length - a.length);
  // With the characters as entered, and with the letters that they replace.
  return [plain, plain.replaceAll(/[013457@$!]/g, (sign) => STANDS_FOR[sign] ?? sign)].some((text) => {
    const letters = lettersAndDigits(text);
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters);
    return rest !== letters && rest.replaceAll(/\P{L}/gu, '').length < MIN_LEFT;
  });
}
