import { readEntered } from '../../text/read-entered.ts';
import type { CellValue } from './edit-history.ts';

/** The reason why an input is rejected. */
export type InputFault =
  | 'required'
  | 'not-a-number'
  | 'two-numbers'
  | 'too-small'
  | 'too-large'
  | 'too-long'
  | 'not-an-option';

export interface InputRule {
  kind: 'text' | 'number' | 'select';
  /** True if an empty cell is rejected. */
  required?: boolean;
  min?: number;
  max?: number;
  maxLength?: number;
  options?: readonly string[];
}

/** Parses the typed text as the value of the cell; numbers as in every number field. Empty is null. */
export function readInput(typed: string, rule: InputRule): { value: CellValue } | { fault: InputFault } {
  const text = typed.trim();
  if (text === '') return rule.required ? { fault: 'required' } : { value: null };
  if (rule.kind === 'number') return readNumber(text, rule);
  if (rule.kind === 'select') return rule.options?.includes(text) ? { value: text } : { fault: 'not-an-option' };
  return rule.maxLength !== undefined && text.length > rule.maxLength ? { fault: 'too-long' } : { value: text };
}

function readNumber(text: string, { min, max }: InputRule): { value: number } | { fault: InputFault } {
  const read = readEntered(text, { negative: true });
  if (read === null) return { fault: 'not-a-number' };
  if ('fault' in read) return { fault: read.fault.code === 'two' ? 'two-numbers' : 'not-a-number' };
  const value = read.number;
  if (min !== undefined && value < min) return { fault: 'too-small' };
  if (max !== undefined && value > max) return { fault: 'too-large' };
  return { value };
}
