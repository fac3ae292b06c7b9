import { expect, test } from 'vitest';
import { decodeText, detectEncoding, recoder } from './encodings.ts';
import type { ImportEncoding } from './import-kinds.ts';

/** Encodes a text in a code page, letter by letter by the standard's table (WHATWG Encoding, 9). */
function bytesOf(text: string, encoding: ImportEncoding): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const table = new Map(Array.from({ length: 256 }, (_none, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from(Array.from(text), (letter) => table.get(letter) ?? 0x3f);
}

test.each<[ImportEncoding, string]>([
  ['windows-1250', 'Rejestracja;Marka;Model\nWX 12345;Żuk;Wałcz\nWX 1;Škoda;Gdańsk'],
  ['windows-1251', 'Госномер;Марка;Модель\nА123ВС77;ГАЗ;ГАЗель\n'],
  ['koi8-r', 'Госномер;Марка\nА123ВС77;Газель\n'],
  ['ibm866', 'Госномер;Марка\nА123ВС77;Газель\n'],
  ['windows-1253', 'Πινακίδα;Μάρκα\nΑΒΓ 1234;Μερσεντές;Θεσσαλονίκη'],
  ['windows-1256', 'رقم اللوحة;الشركة\nأ ب ج 123;مرسيدس;الرياض'],
  ['windows-1252', 'Kennzeichen;Fahrer\nB-MP 1;Jörg Müßig, Größe'],
])('reads %s: %s', (encoding, text) => {
  const bytes = bytesOf(text, encoding);
  const guessed = detectEncoding(bytes);
  expect(decodeText(bytes, guessed.encoding)).toBe(text);
  expect(guessed.sure).toBe(true);
});

test.each<[ImportEncoding, string]>([
  // The same bytes would be just as many western European letters: Øidiè, Jiøí Dvoøák.
  ['windows-1250', 'SPZ;Řidič\n1A2 3456;Jiří Dvořák\n'],
  // Each lower-case letter would also be a Hebrew letter.
  ['windows-1251', 'номер;марка\nа123вс77;лада\nа124вс77;уаз буханка'],
])('is unsure with few distinctive letters: %s', (encoding, text) => {
  expect(detectEncoding(bytesOf(text, encoding)).sure).toBe(false);
});

test.each([
  // As written by DOS programs under Windows (code page 850): Citroën, Größe.
  ['M-A 1;Citro\x89n;Gr\x94\xe1e'],
  // 京A12345 and 丰田 in GBK.
  ['\xbe\xa9A12345;\xb7\xe1\xcc\xef;X'],
  // トヨタ in Shift_JIS.
  ['A 1;\x83g\x83\x88\x83^;X'],
])('is unsure for an unknown code page: %j', (text) => {
  const bytes = Uint8Array.from(Array.from(text), (letter) => letter.charCodeAt(0));
  expect(detectEncoding(bytes).sure).toBe(false);
});

test('an ambiguous text is unsure, and another code page can be applied without the file', () => {
  // A single byte, which is ñ in western Europe and ń in central Europe.
  const bytes = bytesOf('Fahrer\nPeña', 'windows-1252');
  expect(detectEncoding(bytes).sure).toBe(false);
  const first = decodeText(bytes, 'windows-1252');
  expect(recoder('windows-1252', 'windows-1250')(first)).toBe('Fahrer\nPeńa');
  for (const other of ['windows-1253', 'windows-1255', 'koi8-r', 'macintosh'] as const)
    expect(recoder(other, 'windows-1252')(recoder('windows-1252', other)(first))).toBe(first);
});

test('a byte that a code page does not define is preserved instead of becoming U+FFFD', () => {
  const bytes = Uint8Array.of(0x41, 0xd2, 0x42);
  const text = decodeText(bytes, 'windows-1253');
  expect(text).not.toContain('\uFFFD');
  expect(recoder('windows-1253', 'windows-1252')(text)).toBe('AÒB');
});
