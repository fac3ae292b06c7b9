import type { Expense } from '@milepost/contract/expense-operations';
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { ExpenseStateChip } from '../../ui/expenses/expense-state.tsx';
import { nameOf } from '../../ui/expenses/expense-columns.tsx';
import { notify, notifyError } from '../../ui/toast/notify.ts';
import { refreshExpenses } from '../../api/refresh-records.ts';

interface Props {
  expense: Expense;
  onReopened: () => void;
}

/** The state of an expense, who decided and why, and the button that revokes the decision. */
export function ExpenseNote({ expense, onReopened }: Props) {
  const { t } = useTranslation();
  const mayDecide = useMay('expense-approval', 'edit');
  const { id, state, madeBy, decidedBy, reason } = expense;
  const decided = state === 'approved' || state === 'refused';
  const reopen = useMutation({
    mutationFn: () => call('decide-expenses', { ids: [id], decision: 'reopen' }),
    onSuccess() {
      refreshExpenses();
      notify(t('expenses.reopened', { name: nameOf(t, expense) }));
      onReopened();
    },
    onError: (error) => notifyError(t, error),
  });
  return (
    <Group justify="space-between" gap={8}>
      <Group gap={8}>
        <ExpenseStateChip state={state} />
        <Text span size="sm" c="dimmed">
          {decidedBy !== null
            ? t('expenses.by', { name: decidedBy })
            : madeBy !== null && t('expenses.entered-by', { name: madeBy })}
        </Text>
      </Group>
      {mayDecide && decided && (
        // An anchor instead of a button of the form, because the form is read-only once the expense is approved.
        <Button component="a" role="button" tabIndex={0} variant="light" size="xs" onClick={() => reopen.mutate()}>
          {t('expenses.reopen')}
        </Button>
      )}
      {reason !== null && (
        <Text size="sm" w="100%">
          {t('expenses.refused-because', { reason })}
        </Text>
      )}
    </Group>
  );
}
