import type { WebhookDelivery } from '@milepost/contract/webhook-operations';
import { Badge, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatClock, formatDayAndClock, formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { notifyError } from '../../../ui/toast/notify.ts';
import classes from './delivery-log.module.css';
import { faultText } from '../../../text/fault-text.ts';
import { FaultDetail } from '../../../ui/fault-detail.tsx';
import { CutNote } from '../../../ui/cut-note.tsx';

const LOOKS = {
  delivered: { color: 'green', Icon: IconCheck },
  waiting: { color: 'gray', Icon: IconClock },
  failed: { color: 'red', Icon: IconX },
} as const;

/** The last deliveries of a webhook, updated while it is open. */
export function DeliveryLog({ id, mayEdit }: { id: number; mayEdit: boolean }) {
  const { t } = useTranslation();
  const query = useCall('get-webhook-deliveries', { id }, { refetchInterval: 5000 });
  const resend = useMutation({
    mutationFn: (delivery: WebhookDelivery) => call('resend-webhook-delivery', { id: delivery.id }),
    onError: (error) => notifyError(t, error),
    onSettled: () => refresh('get-webhook-deliveries'),
  });
  return (
    <Stack gap={8}>
      <Title order={3} size={15}>
        {t('webhooks.log')}
      </Title>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loader size="sm" />}
      {query.data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('webhooks.log-empty')}
        </Text>
      )}
      {query.data && query.data.rows.length > 0 && (
        <ul className={classes['log']} aria-label={t('webhooks.log')}>
          {query.data.rows.map((delivery) => (
            <Line
              key={delivery.id}
              delivery={delivery}
              onResend={mayEdit && delivery.event !== 'test' ? () => resend.mutate(delivery) : undefined}
            />
          ))}
        </ul>
      )}
      <CutNote shown={query.data?.rows.length} total={query.data?.total} />
    </Stack>
  );
}

function Line({ delivery, onResend }: { delivery: WebhookDelivery; onResend: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { state, about, createdAt, attempts, dueAt, fault, status, durationMs, event } = delivery;
  const { color, Icon } = LOOKS[state];
  const details = [
    ...(status === null ? [] : [`HTTP ${status}`]),
    ...(durationMs === null ? [] : [`${formatNumber(durationMs)} ms`]),
    ...(attempts > 1 ? [t('webhooks.attempts', { count: attempts, number: formatNumber(attempts) })] : []),
    ...(state === 'waiting' && dueAt !== null && attempts > 0
      ? [t('webhooks.next', { time: formatClock(dueAt) })]
      : []),
  ];
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Text size="sm" truncate>
          {event === 'test' ? t('webhooks.a-test') : about}
        </Text>
        <Badge color={color} variant="light" tt="none" flex="none" leftSection={<Icon size={12} aria-hidden />}>
          {t(`webhooks.is.${state}`)}
        </Badge>
      </Group>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Text size="xs" c="dimmed">
          {[formatDayAndClock(createdAt), ...details].join(' · ')}
        </Text>
        {state === 'failed' && onResend && (
          <Button size="compact-xs" variant="default" onClick={onResend}>
            {t('webhooks.resend')}
          </Button>
        )}
      </Group>
      {fault !== null && (
        <>
          <Text size="xs" c={state === 'failed' ? 'red' : 'dimmed'}>
            {faultText(fault)}
          </Text>
          <FaultDetail fault={fault} />
        </>
      )}
    </li>
  );
}
