import { decodeBy, guessEncoding, hasUnknownBytes, recoder } from '@milepost/contract/encodings';
import { IMPORT_ENCODINGS, type ImportEncoding } from '@milepost/contract/import-kinds';

/** In which code page a text is that is neither Unicode nor says so, and what others would make of some of its words. */
export interface Lettering {
  name: ImportEncoding;
  sure: boolean;
  others: { name: ImportEncoding; sample: string }[];
}

const DECLARED = /^(?:\uFEFF)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;
const HEAD_BYTES = 300;

/** The text of a file: by its mark, by what its first line declares, as UTF-8, or in the likeliest code page. */
export function readText(bytes: Uint8Array, chosen?: ImportEncoding): { text: string; lettering: Lettering | null } {
  for (const encoding of unicodeOf(bytes)) {
    const text = tryDecode(bytes, encoding);
    if (text !== null) return { text, lettering: null };
  }
  const guessed = guessEncoding(bytes);
  const name = chosen ?? guessed.encoding;
  const text = decodeBy(bytes, name);
  return { text, lettering: { name, sure: chosen !== undefined || guessed.sure, others: othersOf(text, name) } };
}

/** What the bytes may be, before they are tried as letters of one byte. */
function unicodeOf(bytes: Uint8Array): string[] {
  const [first, second] = bytes;
  // UTF-16 by its mark, or by the zero beside the sign that begins every KML.
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return ['utf-16le'];
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return ['utf-16be'];
  const head = decodeBy(bytes.subarray(0, HEAD_BYTES), 'windows-1252');
  const declared = DECLARED.exec(head)?.[1];
  return declared === undefined ? ['utf-8'] : [declared, 'utf-8'];
}

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const SHOWN = 3;

function othersOf(text: string, name: ImportEncoding): Lettering['others'] {
  const words = text.match(/[\p{L}\p{M}]*[^\p{ASCII}][^\s<>"';,]*/gu) ?? [];
  const sample = [...new Set(words)].slice(0, SHOWN).join(' · ');
  const found = new Map<string, ImportEncoding>();
  for (const other of IMPORT_ENCODINGS) {
    const read = recoder(name, other)(sample);
    if (!found.has(read) && !hasUnknownBytes(read)) found.set(read, other);
  }
  found.set(sample, name);
  return [...found].map(([read, other]) => ({ name: other, sample: read }));
}
