import { Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatDate, formatNumber } from '../../../text/format.ts';
import { formatMoney } from '../../../text/money.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Progress } from '../../../ui/progress/progress.tsx';
import classes from '../admin.module.css';
import { StateChip } from '../subscriptions/state-chip.tsx';
import { Until } from '../subscriptions/subscription-columns.tsx';
import { SubscriptionNav } from '../subscriptions/subscription-nav.tsx';
import { listText } from '../../../text/list-text.ts';

/** The subscriptions of the person's own organisation, their usage, and the open invoices. */
export default function PaymentsPage() {
  const { t } = useTranslation();
  const { data, error } = useCall('get-payment-data', {});
  const label = (key: string) => t(`subscriptions.own.${key}`);
  return (
    <div className={classes['page']}>
      <SubscriptionNav current="payments" />
      <Title order={1} size={20}>
        {t('subscriptions.screen.payments')}
      </Title>
      {error && <ErrorNote error={error} />}
      {data === undefined ? (
        !error && <Skeleton height={120} radius="lg" />
      ) : (
        <>
          <Paper withBorder radius="lg" p="lg">
            <Group justify="space-between" align="start" gap="lg">
              <Stack gap="sm">
                {data.subscriptions.length === 0 && <Text fw={650}>{label('none')}</Text>}
                {data.subscriptions.map((one) => (
                  <Stack key={one.id} gap={2}>
                    <Group gap={8}>
                      <Text fw={650} size="lg">
                        {one.planName}
                      </Text>
                      <StateChip state={one.state} />
                    </Group>
                    <Text size="sm" c="dimmed">
                      <Until {...one} />
                    </Text>
                    {one.vehicleLimit !== null && (
                      <Use label={t('subscriptions.vehicles')} used={one.vehicles} limit={one.vehicleLimit} />
                    )}
                  </Stack>
                ))}
                <CutNote shown={data.subscriptions.length} total={data.subscriptionsTotal} />
              </Stack>
              <Use label={t('subscriptions.vehicles')} used={data.vehicles} limit={null} />
              <Use label={label('devices')} used={data.devices} limit={null} />
              <Use label={label('expired')} used={data.expired} limit={null} />
              <Stack gap={2} miw={140}>
                <Text size="sm" c="dimmed">
                  {label('open')}
                </Text>
                <Text fw={650} size="lg">
                  {data.open.length === 0
                    ? '–'
                    : listText(data.open.map(({ currency, amount }) => formatMoney(amount, currency)))}
                </Text>
              </Stack>
            </Group>
          </Paper>
          <Paper withBorder radius="lg">
            {data.payments.length === 0 ? (
              <Text p="lg" c="dimmed">
                {label('empty')}
              </Text>
            ) : (
              <Table aria-label={t('subscriptions.payments.title')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('subscriptions.payments.day')}</Table.Th>
                    <Table.Th>{t('subscriptions.payments.invoice')}</Table.Th>
                    <Table.Th>{t('subscriptions.payments.reference')}</Table.Th>
                    <Table.Th ta="end">{t('subscriptions.payments.amount')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.payments.map(({ id, day, reference, amount, currency, invoiceNumber }) => (
                    <Table.Tr key={id}>
                      <Table.Td>{formatDate(day)}</Table.Td>
                      <Table.Td>{invoiceNumber ?? '–'}</Table.Td>
                      <Table.Td>{reference}</Table.Td>
                      <Table.Td ta="end">{formatMoney(amount, currency)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </Paper>
          <CutNote shown={data.payments.length} total={data.paymentsTotal} />
        </>
      )}
    </div>
  );
}

function Use({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const { t } = useTranslation();
  return (
    <Stack gap={2} miw={140}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={650} size="lg">
        {limit === null
          ? formatNumber(used)
          : t('subscriptions.of', { used: formatNumber(used), limit: formatNumber(limit) })}
      </Text>
      {limit !== null && <Progress value={used} max={limit} label={label} />}
    </Stack>
  );
}
