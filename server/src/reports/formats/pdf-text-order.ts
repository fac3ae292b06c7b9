/**
 * An entry of a ToUnicode table (ISO 32000-2, 9.10.3) that maps one glyph to several letters of a right-to-left script.
 */
const SEVERAL = /^(<[0-9a-fA-F]{4}> <)((?:0[5-8][0-9a-fA-F]{2}){2,})>/gm;

/**
 * Reorders the letters of ligatures (lam with alef, the name of God) as PDF readers expect them.
 *
 * Typst writes right-to-left text in visual order. Readers (Chrome, Firefox, Poppler) reverse it letter by letter, even
 * within a glyph that stands for two: المركبة الأولى becomes األولى when it is copied or searched. Reversing the
 * letters of such a glyph beforehand gives the right result. The tables are not compressed and keep their length, so
 * every offset in the file remains valid.
 */
export function logicalOrder(pdf: Buffer): Buffer {
  let at = pdf.indexOf('beginbfchar');
  while (at !== -1) {
    const end = pdf.indexOf('endbfchar', at);
    if (end === -1) break;
    const table = pdf.toString('latin1', at, end);
    const turned = table.replaceAll(SEVERAL, (_entry: string, glyph: string, letters: string) => {
      const units = letters.match(/.{4}/g) ?? [];
      return `${glyph}${units.toReversed().join('')}>`;
    });
    pdf.write(turned, at, 'latin1');
    at = pdf.indexOf('beginbfchar', end);
  }
  return pdf;
}
