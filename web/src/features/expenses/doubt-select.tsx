import { EXPENSE_DOUBTS, type ExpenseDoubt } from '@milepost/contract/expense-kinds';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  value: ExpenseDoubt | undefined;
  onChange: (doubt: string | null) => void;
}

/** Narrows a list to bills that the vehicle's device contradicts. */
export function DoubtSelect({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('expenses.check.title')}
      placeholder={t('expenses.check.all')}
      clearable
      w={{ base: '100%', sm: 220 }}
      data={EXPENSE_DOUBTS.map((doubt) => ({ value: doubt, label: t(`expenses.check.only.${doubt}`) }))}
      value={value ?? null}
      onChange={onChange}
    />
  );
}
