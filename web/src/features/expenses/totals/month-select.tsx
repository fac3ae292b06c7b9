import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { addMonths, formatMonth } from '../../../text/months.ts';

interface Props {
  label: string;
  /** Shows the label only to screen readers. */
  labelHidden?: boolean;
  /** The first day of a month. */
  value: string | null;
  onChange: (month: string | null) => void;
  /** The first and the last month to choose from. */
  from: string;
  to: string;
  clearable?: boolean;
  placeholder?: string;
  error?: ReactNode;
}

/** A choice of a month, the newest first. */
export function MonthSelect({ label, labelHidden = false, value, from, to, clearable = false, ...props }: Props) {
  const months: string[] = [];
  for (let month = to; month >= from; month = addMonths(month, -1)) months.push(month);
  if (value !== null && !months.includes(value)) months.push(value);
  return (
    <Select
      {...(labelHidden ? { 'aria-label': label } : { label })}
      {...props}
      clearable={clearable}
      allowDeselect={clearable}
      searchable
      w={labelHidden ? { base: '100%', sm: 190 } : '100%'}
      data={months.map((month) => ({ value: month, label: formatMonth(month) }))}
      value={value}
    />
  );
}
