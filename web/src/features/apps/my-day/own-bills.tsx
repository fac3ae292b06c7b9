import { isLiquid } from '@milepost/contract/expense-kinds';
import type { OwnBill } from '@milepost/contract/my-day-operations';
import { Button, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatDate, formatDecimal } from '../../../text/format.ts';
import { formatMoney } from '../../../text/money.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { ExpenseStateChip } from '../../../ui/expenses/expense-state.tsx';
import classes from './my-day.module.css';

const STEP = 10;

/** The newest bills of a driver, with their approvals. */
export function OwnBills() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(STEP);
  const input = { sort: 'day', direction: 'desc', page: 1, pageSize: shown } as const;
  const { data, error, refetch } = useCall('get-own-bill-list', input, { placeholderData: keepPreviousData });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Text c="dimmed">{t('app.please-wait')}</Text>;
  if (data.rows.length === 0) return <Text c="dimmed">{t('my-day.no-bills')}</Text>;
  const about = ({ kind, day, registration, quantity, reason }: OwnBill) => [
    formatDate(day),
    registration,
    quantity !== null && isLiquid(kind) ? t('expenses.litres', { quantity: formatDecimal(quantity) }) : null,
    reason === null ? null : t('expenses.refused-because', { reason }),
  ];
  return (
    <>
      <ul className={classes['rows']}>
        {data.rows.map((bill) => (
          <li key={bill.id}>
            <span className={classes['what']}>
              <b>
                {t(`expenses.kind.${bill.kind}`)} · {formatMoney(bill.amount, bill.currency)}
              </b>
              <small>
                {about(bill)
                  .filter((part) => part !== null)
                  .join(' · ')}
              </small>
            </span>
            <ExpenseStateChip state={bill.state} />
          </li>
        ))}
      </ul>
      {data.total > data.rows.length && (
        <Button variant="subtle" fullWidth onClick={() => setShown(shown + STEP)}>
          {t('my-day.more')}
        </Button>
      )}
    </>
  );
}
