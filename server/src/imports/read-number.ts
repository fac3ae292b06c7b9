import { type DecimalMark, readWrittenNumber } from '@milepost/contract/written-number';

/**
 * The meaning of three digits after the only comma or point of a number. `decimals`: a point separates decimals, as
 * programs write it, and a comma is ambiguous. `thousands`: the value cannot have three decimals, such as money in most
 * currencies or kilometres, so a comma separates thousands and a point is ambiguous.
 */
export type ThreeDigits = 'decimals' | 'thousands';

/**
 * A number as people and programs write it, in the format that fields use: `1234.5`, `1.234,50`, `12,34,567.50`, `1
 * 234,5`. Null for a text that is no number, and for one that can be two numbers.
 * @param mark the decimal separator, if the file shows it
 */
export function readNumber(text: string, three: ThreeDigits = 'decimals', mark: DecimalMark = null): number | null {
  const read = readWrittenNumber(text, mark);
  if ('none' in read) return null;
  if ('number' in read) return read.number;
  // Ambiguous: the separator occurs once, before three digits.
  const isPoint = text.includes('.') || text.includes('．');
  return isPoint === (three === 'decimals') ? read.two[0] : null;
}
