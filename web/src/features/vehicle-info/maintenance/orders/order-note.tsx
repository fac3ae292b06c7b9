import type { WorkOrder } from '@milepost/contract/work-order-operations';
import { recordPath } from '@milepost/contract/record-kinds';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { formatDate } from '../../../../text/format.ts';
import { OrderStateChip } from '../../../../ui/maintenance/order-state.tsx';
import { refreshMaintenance } from '../../../../api/refresh-records.ts';
import { notify, notifyError } from '../../../../ui/toast/notify.ts';
import { CloseDialog } from './close-dialog.tsx';

interface Props {
  order: WorkOrder;
  /** True if there is unsaved input. */
  unsaved: boolean;
  /** Today in the time zone of the vehicle's organisation; undefined until it is known. */
  today: string | undefined;
  onChanged: () => void;
}

/** The state of an order, its booked expense, and the button that closes it or undoes that. */
export function OrderNote({ order, unsaved, today, onChanged }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay('maintenance', 'edit');
  const maySeeExpenses = useMay('expenses', 'view');
  const [closing, setClosing] = useState(false);
  const { id, state, doneOn, expenseId } = order;
  const reopen = useMutation({
    mutationFn: () => call('reopen-work-order', { id }),
    onSuccess() {
      refreshMaintenance();
      notify(t('maintenance.order.reopened'));
      onChanged();
    },
    onError: (error) => notifyError(t, error),
  });
  return (
    <Group justify="space-between" gap={8} pb="sm">
      <Group gap={8}>
        <OrderStateChip state={state} />
        {doneOn !== null && (
          <Text span size="sm" c="dimmed">
            {formatDate(doneOn)}
          </Text>
        )}
        {expenseId !== null && maySeeExpenses && (
          <Anchor component={Link} size="sm" to={`/${recordPath('expense', expenseId)}`}>
            {t('maintenance.order.expense')}
          </Anchor>
        )}
      </Group>
      {mayEdit && state === 'done' && (
        <Button variant="light" size="xs" loading={reopen.isPending} onClick={() => reopen.mutate()}>
          {t('maintenance.order.reopen')}
        </Button>
      )}
      {mayEdit && (state === 'open' || state === 'inProgress') && (
        <Button
          variant="light"
          size="xs"
          disabled={unsaved || today === undefined}
          title={unsaved ? t('maintenance.order.save-first') : undefined}
          onClick={() => setClosing(true)}
        >
          {t('maintenance.order.close')}
        </Button>
      )}
      {today !== undefined && (
        <CloseDialog
          opened={closing}
          order={order}
          today={today}
          onClose={() => setClosing(false)}
          onClosed={onChanged}
        />
      )}
    </Group>
  );
}
