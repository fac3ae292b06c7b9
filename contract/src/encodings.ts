import { IMPORT_ENCODINGS, type ImportEncoding } from './import-kinds.ts';

const HIGH = /[\u0080-\u00ff]/g;
const NOT_ASCII = /\P{ASCII}/gu;
const FIRST_HIGH = 0x80;
/** Represents a byte that the code page does not define, so that another code page can still be chosen. */
const UNKNOWN = 0xf700;
const LOST = '\uFFFD';
/** How many bytes are converted to letters in one call. */
const AT_ONCE = 8192;

/** The letters for the bytes from 0x80 on, by code page. */
const letters = new Map<ImportEncoding, readonly string[]>();
function lettersOf(encoding: ImportEncoding): readonly string[] {
  const known = letters.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  const all = Array.from({ length: 0x80 }, (_none, index) => {
    const letter = decoder.decode(Uint8Array.of(FIRST_HIGH + index));
    return letter === LOST ? String.fromCodePoint(UNKNOWN + FIRST_HIGH + index) : letter;
  });
  letters.set(encoding, all);
  return all;
}

/** True when a text contains substitutes for bytes that the code page does not define. */
export const hasUnknownBytes = (text: string): boolean => /[\uf780-\uf7ff]/.test(text);

/**
 * The kind of UTF-16, detected by the byte order mark or by a zero beside an initial ASCII letter; undefined if it is
 * neither.
 */
export function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === undefined || second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (isAscii(first) && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && isAscii(second)) ? 'utf-16be' : undefined;
}
const isAscii = (byte: number) => byte > 0 && byte < FIRST_HIGH;

/** Decodes bytes in a single-byte code page. */
export function decodeText(bytes: Uint8Array, encoding: ImportEncoding): string {
  const table = lettersOf(encoding);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
  }
  return parts.join('').replaceAll(HIGH, (letter) => table[letter.charCodeAt(0) - FIRST_HIGH] ?? letter);
}

/** Returns a function that reinterprets the same bytes in another code page. */
export function recoder(from: ImportEncoding, to: ImportEncoding): (text: string) => string {
  const index = new Map(lettersOf(from).map((letter, byte) => [letter, byte]));
  const table = lettersOf(to);
  return (text) => text.replaceAll(NOT_ASCII, (letter) => table[index.get(letter) ?? -1] ?? letter);
}

/** The letters that the languages of a code page use in addition to the English ones. */
const COMMON: Record<ImportEncoding, string> = {
  'windows-1252': 'äöüßéèêëàâçñóíúáãõôîïûùœæøåìòÄÖÜÉÈÀÇÑÓÍÚÁÃÕÅØÆ',
  'windows-1250': 'äöüßąćęłńóśźżáčďéěíňřšťúůýžőűăâîşţĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽŐŰÄÖÜ',
  'windows-1251': 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁІЇЄҐ',
  'windows-1254': 'äöüßçğışÇĞİŞÖÜâîû',
  'windows-1257': 'āčēģīķļņšūžąęėįųõäöüĀČĒĢĪĶĻŅŠŪŽĄĘĖĮŲÕÄÖÜ',
  'windows-1253': 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏ',
  'windows-1255': 'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  'windows-1256': 'ابتثجحخدذرزسشصضطظعغفقكلمنهوىيةءآأؤإئ',
  'iso-8859-2': 'äöüßąćęłńóśźżáčďéěíňřšťúůýžőűăâîşţĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽŐŰÄÖÜ',
  'koi8-r': 'абвгдежзийклмнопрстуфхцчшщъыьэюяёАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁ',
  ibm866: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁ',
  macintosh: 'äöüßéèêëàâçñóíúáãõôîïûùœæøåìòÄÖÜÉÈÀÇÑÓÍÚÁÃÕÅØÆ',
};
const common = new Map(IMPORT_ENCODINGS.map((encoding) => [encoding, new Set(COMMON[encoding])]));
/** Punctuation and symbols of any language. */
const SIGNS = new Set('\u00a0–—‘’‚“”„«»‹›•·…€£§©®™°²³½¼µ№×±´');
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
];

/**
 * A score for how likely a text is in a language of its code page: letters of these languages count, implausible
 * sequences deduct.
 */
function likelihood(text: string, encoding: ImportEncoding): number {
  const known = common.get(encoding);
  let score = 0;
  for (const word of text.split(/[\s,;|"/()]+/)) {
    if (!/\P{ASCII}/u.test(word)) continue;
    const all = Array.from(word);
    for (const [index, letter] of all.entries()) {
      if (letter <= '\u007f') continue;
      const [before = '', after = ''] = [all[index - 1], all[index + 1]];
      const isLetter = /\p{L}/u.test(letter);
      if (known?.has(letter)) score += 1;
      else if (!isLetter && !SIGNS.has(letter)) score -= 3;
      else if (!isLetter && /\p{L}/u.test(after)) score -= 2;
      if (isLetter && /\p{Ll}/u.test(before) && /\p{Lu}/u.test(letter)) score -= 2;
      if (/\p{Script=Latin}/u.test(letter) && before > '\u007f' && /\p{Script=Latin}/u.test(before)) score -= 1;
      if ('ךםןףץ'.includes(letter) && /\p{L}/u.test(after)) score -= 1;
    }
    if (SCRIPTS.filter((script) => script.test(word)).length > 1) score -= 3;
  }
  return score;
}

const SAMPLED = 200_000;
/**
 * The lead in score that a code page needs over the best one that gives another text; with less, a person is asked.
 */
const CLEARLY = 2;
/** The share of non-ASCII letters that must be plausible; with less, the code page is none of those known here. */
const MIN_SHARE = 0.5;

/** The most likely code page of a file that is not Unicode, and whether it is clearly ahead of the others. */
export function detectEncoding(bytes: Uint8Array): { encoding: ImportEncoding; sure: boolean } {
  const sample = bytes.subarray(0, SAMPLED);
  const read = IMPORT_ENCODINGS.map((encoding) => {
    const text = decodeText(sample, encoding);
    return { encoding, text, score: likelihood(text, encoding) };
  }).toSorted((a, b) => b.score - a.score);
  const [best] = read;
  if (!best) return { encoding: 'windows-1252', sure: true };
  const other = read.find(({ text }) => text !== best.text);
  const isNear = other !== undefined && best.score - other.score < CLEARLY;
  const high = Array.from(best.text.match(NOT_ASCII) ?? []).filter((letter) => !SIGNS.has(letter)).length;
  return { encoding: best.encoding, sure: !isNear && best.score >= MIN_SHARE * high };
}
