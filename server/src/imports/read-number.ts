import { type DecimalMark, readWrittenNumber } from '@milepost/contract/written-number';

/**
 * How three digits after the only comma or point of a number are read. `decimals`: a point begins decimals, as programs
 * write it, and a comma can mean both. `thousands`: the value has no three decimals, such as money of most currencies or
 * kilometres: a comma stands between thousands, and a point can mean both.
 */
export type ThreeDigits = 'decimals' | 'thousands';

/**
 * A number as people and programs write it, by the reader that fields use: `1234.5`, `1.234,50`, `12,34,567.50`, `1 234,5`.
 * Null for a text that is no number, and for one that can be two numbers.
 * @param mark what stands before decimals, where the file tells
 */
export function readNumber(text: string, three: ThreeDigits = 'decimals', mark: DecimalMark = null): number | null {
  const read = readWrittenNumber(text, mark);
  if ('none' in read) return null;
  if ('number' in read) return read.number;
  // Two readings: the mark stands once, before three digits.
  const isPoint = text.includes('.') || text.includes('．');
  return isPoint === (three === 'decimals') ? read.two[0] : null;
}
