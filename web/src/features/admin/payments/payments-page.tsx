import { Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatSettings, localeOf } from '../../../text/format-settings.ts';
import { formatDay, formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Progress } from '../../../ui/progress/progress.tsx';
import classes from '../admin.module.css';
import { CutNote } from '../../../ui/cut-note.tsx';

/** What the organisation has paid for, and what it uses of it. */
export default function PaymentsPage() {
  const { t } = useTranslation();
  const { data, error } = useCall('get-payment-data', {});
  return (
    <div className={classes['page']}>
      <Title order={1} size={20}>
        {t('admin.payments.title')}
      </Title>
      {error && <ErrorNote error={error} />}
      {data === undefined ? (
        !error && <Skeleton height={120} radius="lg" />
      ) : (
        <>
          <Paper withBorder radius="lg" p="lg">
            <Group justify="space-between" align="start" gap="lg">
              <Stack gap={2}>
                <Text size="sm" c="dimmed">
                  {t('admin.payments.plan')}
                </Text>
                <Text fw={650} size="lg">
                  {data.subscription?.plan ?? t('admin.payments.no-subscription')}
                </Text>
                <Text size="sm" c="dimmed">
                  {data.subscription?.paidUntil
                    ? t('admin.payments.paid-until', { day: formatDay(data.subscription.paidUntil) })
                    : t('admin.payments.no-end')}
                </Text>
              </Stack>
              <Use
                label={t('admin.payments.vehicles')}
                used={data.vehicles}
                limit={data.subscription?.vehicleLimit ?? null}
              />
              <Use label={t('admin.payments.devices')} used={data.devices} limit={null} />
            </Group>
          </Paper>
          <Paper withBorder radius="lg">
            {data.payments.length === 0 ? (
              <Text p="lg" c="dimmed">
                {t('admin.payments.empty')}
              </Text>
            ) : (
              <Table aria-label={t('admin.payments.title')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('admin.payments.day')}</Table.Th>
                    <Table.Th>{t('admin.payments.reference')}</Table.Th>
                    <Table.Th ta="end">{t('admin.payments.amount')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.payments.map(({ id, at, reference, amount, currency }) => (
                    <Table.Tr key={id}>
                      <Table.Td>{formatDay(at)}</Table.Td>
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
          : t('admin.payments.of', { used: formatNumber(used), limit: formatNumber(limit) })}
      </Text>
      {limit !== null && <Progress value={used} max={limit} label={label} />}
    </Stack>
  );
}

const formatMoney = (amount: number, currency: string) =>
  new Intl.NumberFormat(localeOf(formatSettings().language), { style: 'currency', currency }).format(amount);
