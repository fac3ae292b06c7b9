import type { RecurringExpense } from '@milepost/contract/recurring-expense-operations';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { formatDate, formatDayAndClock, formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { recurringName } from './recurring-columns.tsx';
import { refreshRecurring } from '../../../api/refresh-records.ts';
import { listText } from '../../../text/list-text.ts';

interface Props {
  recurring: RecurringExpense;
  mayEdit: boolean;
  onChanged: () => void;
}

/** The next days, the bookings so far, and the button that pauses or resumes it. */
export function RecurringNote({ recurring, mayEdit, onChanged }: Props) {
  const { t } = useTranslation();
  const { id, state, nextDays, booked, failedAt } = recurring;
  const paused = state === 'paused';
  const pause = useMutation({
    mutationFn: () => call('pause-recurring-expense', { id, paused: !paused }),
    onSuccess() {
      refreshRecurring();
      notify(t(`recurring-expenses.${paused ? 'resumed' : 'was-paused'}`, { name: recurringName(t, recurring) }));
      onChanged();
    },
    onError: (error) => notifyError(t, error),
  });
  return (
    <Group justify="space-between" gap={8}>
      {failedAt !== null && state === 'running' && (
        <Alert type="danger" dismissible={false}>
          {t('recurring-expenses.failed', { when: formatDayAndClock(failedAt) })}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {nextDays.length > 0
          ? t('recurring-expenses.comes', { days: listText(nextDays.map(formatDate)) })
          : t(`recurring-expenses.state.${state}`)}
        {booked > 0 && (
          <>
            {' · '}
            <Anchor component={Link} to={`/expenses?recurring=${id}`} inherit>
              {t('recurring-expenses.booked', { count: booked, number: formatNumber(booked) })}
            </Anchor>
          </>
        )}
      </Text>
      {mayEdit && state !== 'ended' && (
        <Button variant="light" size="xs" loading={pause.isPending} onClick={() => pause.mutate()}>
          {t(`recurring-expenses.${paused ? 'resume' : 'pause'}`)}
        </Button>
      )}
    </Group>
  );
}
