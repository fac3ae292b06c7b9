import type { Expense } from '@milepost/contract/expense-operations';
import { recordPath } from '@milepost/contract/record-kinds';
import { Anchor } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import type { ExpenseValues } from './expense-values.ts';

interface Props {
  expense: Expense | undefined;
  values: ExpenseValues;
  enabled: boolean;
}

const AFTER_MS = 400;

/** Warns of an expense that can be a duplicate; saving is still possible. */
export function DuplicateNote({ expense, values, enabled }: Props) {
  const { t } = useTranslation();
  const { vehicleId, vendorId, billNumber, day, amount } = values;
  const [debounced] = useDebouncedValue(JSON.stringify({ vehicleId, vendorId, billNumber, day, amount }), AFTER_MS);
  const now = JSON.stringify({ vehicleId, vendorId, billNumber, day, amount });
  const { data } = useCall(
    'get-expense-duplicate',
    { ...(expense && { id: expense.id }), vehicleId, vendorId, billNumber, day: day ?? '', amount: amount ?? 0 },
    { enabled: enabled && debounced === now && day !== null && amount !== null },
  );
  if (!data?.duplicate) return null;
  const { id, reason } = data.duplicate;
  return (
    <Alert type="warning" dismissible={false}>
      {t(`expenses.duplicate.${reason}`)}{' '}
      <Anchor component={Link} to={`/${recordPath('expense', id)}`} target="_blank" inherit>
        {t('expenses.duplicate.show')}
      </Anchor>
    </Alert>
  );
}
