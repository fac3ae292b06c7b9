import type { CellValue } from './edit-history.ts';

/** Why an input is refused. */
export type InputFault = 'required' | 'not-a-number' | 'too-small' | 'too-large' | 'too-long' | 'not-an-option';

export interface InputRule {
  kind: 'text' | 'number' | 'select';
  /** An empty cell is refused. */
  required?: boolean;
  min?: number;
  max?: number;
  maxLength?: number;
  options?: readonly string[];
}

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

/** What was typed, as the value of the cell; a number may have a decimal point or comma. Empty is null. */
export function readInput(typed: string, rule: InputRule): { value: CellValue } | { fault: InputFault } {
  const text = typed.trim();
  if (text === '') return rule.required ? { fault: 'required' } : { value: null };
  if (rule.kind === 'number') return readNumber(text, rule);
  if (rule.kind === 'select') return rule.options?.includes(text) ? { value: text } : { fault: 'not-an-option' };
  return rule.maxLength !== undefined && text.length > rule.maxLength ? { fault: 'too-long' } : { value: text };
}

function readNumber(text: string, { min, max }: InputRule): { value: number } | { fault: InputFault } {
  if (!NUMBER.test(text)) return { fault: 'not-a-number' };
  const value = Number(text.replace(',', '.'));
  if (min !== undefined && value < min) return { fault: 'too-small' };
  if (max !== undefined && value > max) return { fault: 'too-large' };
  return { value };
}
