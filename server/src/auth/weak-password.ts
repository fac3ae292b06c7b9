/** Digits and signs that stand for letters. */
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

/** What passwords are commonly made of, the product and its business included. */
const COMMON_WORDS = `
  administrator passphrase basketball password passwort passwd changeme trustnoi whatever baseball
  football internet computer iloveyou letmein michael jennifer princess sunshine superman starwars
  welcome default dragon monkey master shadow batman freedom charlie liverpool pokemon samsung google
  summer winter spring autumn monday friday hello secret access login admin guest user test pass love
  milepost tracking tracker vehicles vehicle drivers driver fleet
`
  .trim()
  .split(/\s+/);

/** Runs of keys and letters, in either direction. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];

/** Shorter words of the context would be found in any sentence. */
const LEAST_WORD = 4;
/** Letters that must be left when all that is easy to guess is taken away. */
const LEAST_LEFT = 4;
const LONGEST_UNIT = 4;

/**
 * Whether a password of enough characters is easy to guess all the same: one piece again and again, keys or letters in a
 * row, or little besides common words and the `context`, the person's and the organisation's names.
 */
export function isWeakPassword(password: string, context: readonly string[]): boolean {
  const plain = folded(password);
  return isRepeated(plain) || isRun(plain) || isMadeOfWords(plain, context);
}

/** In small letters, those of Latin without their accents. */
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

/** Most of the characters follow their neighbour in some run. */
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
    return [words.join(''), ...words].filter((word) => word.length >= LEAST_WORD);
  });
  // The longest first, since one may hold another.
  const words = [...names, ...COMMON_WORDS].toSorted((a, b) => b.length - a.length);
  // By the letters as they were typed, and as they are meant.
  return [plain, plain.replaceAll(/[013457@$!]/g, (sign) => STANDS_FOR[sign] ?? sign)].some((text) => {
    const letters = lettersAndDigits(text);
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters);
    return rest !== letters && rest.replaceAll(/\P{L}/gu, '').length < LEAST_LEFT;
  });
}
