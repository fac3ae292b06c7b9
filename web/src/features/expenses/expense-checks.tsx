import type { Expense } from '@milepost/contract/expense-operations';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert/alert.tsx';
import { placeText, tankText } from '../../ui/expenses/expense-findings.tsx';

/** Compares a bill with the vehicle's device; warns if they contradict. */
export function ExpenseChecks({ expense }: { expense: Expense }) {
  const { t } = useTranslation();
  const checks = [
    { text: placeText(t, expense), doubted: expense.placeCheck?.state === 'away' },
    { text: tankText(t, expense), doubted: expense.tankCheck?.state === 'less' },
  ];
  return checks.map(({ text, doubted }) => {
    if (text === null) return null;
    if (!doubted) {
      return (
        <Text key={text} size="sm" c="dimmed">
          {text}
        </Text>
      );
    }
    return (
      <Alert key={text} type="warning" dismissible={false}>
        {text}
      </Alert>
    );
  });
}
