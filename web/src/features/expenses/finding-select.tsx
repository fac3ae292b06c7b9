import { EXPENSE_FINDINGS, type ExpenseFinding } from '@milepost/contract/expense-kinds';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  value: ExpenseFinding | undefined;
  onChange: (finding: string | null) => void;
}

/** Filters a list by bills that the vehicle's device contradicts. */
export function FindingSelect({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('expenses.check.title')}
      placeholder={t('expenses.check.all')}
      clearable
      w={{ base: '100%', sm: 220 }}
      data={EXPENSE_FINDINGS.map((finding) => ({ value: finding, label: t(`expenses.check.only.${finding}`) }))}
      value={value ?? null}
      onChange={onChange}
    />
  );
}
