/** An entry of a table from glyphs to letters (ISO 32000-2, 9.10.3) with several letters of a right-to-left script. */
const SEVERAL = /^(<[0-9a-fA-F]{4}> <)((?:0[5-8][0-9a-fA-F]{2}){2,})>/gm;

/**
 * Puts the letters of ligatures (lam with alef, the name of God) into the order in which readers expect them.
 *
 * Typst writes right-to-left text in the order in which it is seen. Readers (Chrome, Firefox, Poppler) turn it round letter
 * by letter, also within a glyph that stands for two: المركبة الأولى becomes األولى when it is copied or searched.
 * With the letters of such a glyph turned round beforehand they come out right. The tables are not compressed, and stay
 * as long as they are, so every offset in the file still holds.
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
