import { decodeText, detectEncoding, hasUnknownBytes, recoder, utf16Of } from '@milepost/contract/encodings';
import { IMPORT_ENCODINGS, type ImportEncoding } from '@milepost/contract/import-kinds';

/**
 * The detected code page of a text that is not Unicode and does not declare its encoding, with samples of its words in
 * the other candidates.
 */
export interface DetectedEncoding {
  name: ImportEncoding;
  sure: boolean;
  others: { name: ImportEncoding; sample: string }[];
}

const DECLARED = /^(?:\uFEFF)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;
const ONE_BYTE = /^(?:iso-?8859|latin|windows-12|cp-?12|koi8|mac)/i;
const HEAD_BYTES = 300;

/**
 * Decodes a file: by its byte-order mark, by the declaration in its first line, as UTF-8, or in the likeliest code
 * page.
 */
export function readText(
  bytes: Uint8Array,
  chosen?: ImportEncoding,
): { text: string; lettering: DetectedEncoding | null } {
  for (const encoding of unicodeOf(bytes)) {
    const text = tryDecode(bytes, encoding);
    if (text !== null) return { text, lettering: null };
  }
  const detected = detectEncoding(bytes);
  const name = chosen ?? detected.encoding;
  const text = decodeText(bytes, name);
  return { text, lettering: { name, sure: chosen !== undefined || detected.sure, others: othersOf(text, name) } };
}

/** The Unicode encodings to try before the single-byte code pages. */
function unicodeOf(bytes: Uint8Array): string[] {
  const wide = utf16Of(bytes);
  if (wide) return [wide];
  const head = decodeText(bytes.subarray(0, HEAD_BYTES), 'windows-1252');
  const declared = DECLARED.exec(head)?.[1];
  if (declared === undefined) return ['utf-8'];
  // A text in a single-byte code page is almost never valid UTF-8: its program declared an encoding that it does not
  // write.
  return ONE_BYTE.test(declared) ? ['utf-8', declared] : [declared, 'utf-8'];
}

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const SHOWN = 3;

function othersOf(text: string, name: ImportEncoding): DetectedEncoding['others'] {
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
