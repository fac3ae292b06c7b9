import { Paper, SimpleGrid, Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import {
  distanceUnitM,
  distanceUnit,
  formatDate,
  formatDecimal,
  formatDistance,
  formatNumber,
  withUnit,
} from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import { formatMonth } from '../../text/months.ts';
import type { ChartSpec } from '../../ui/chart/chart-data.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { NOT_KNOWN } from '../../ui/engine/figure-text.ts';

type Fuel = CallOutput<'get-vehicle-fuel'>;

const MONTHS = 6;
const HEIGHT = 220;

/** The consumption from one full tank to the next, and the cost of each month by tracked distance. */
export function VehicleFuel({ vehicleId }: { vehicleId: number }) {
  const { data } = useCall('get-vehicle-fuel', { vehicleId, months: MONTHS });
  if (!data || (data.fills.length === 0 && data.months.every(({ amount }) => amount === 0))) return null;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" mb="md">
      <Economy fills={data.fills} />
      <Months months={data.months} currency={data.currency} />
    </SimpleGrid>
  );
}

const per100 = (litres: number, distanceM: number) => litres / (distanceM / (100 * distanceUnitM()));

function Economy({ fills }: { fills: Fuel['fills'] }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const format = (value: number) => withUnit(formatDecimal(value), t('fuel.litres-per-100', { unit: distanceUnit() }));
  const known = useMemo(() => fills.flatMap(({ day, since }) => (since ? [{ day, ...since }] : [])), [fills]);
  const spec = useMemo<ChartSpec>(
    () => ({
      kind: 'line',
      data: {
        categories: known.map(({ day }) => formatDate(day)),
        series: [{ name: t('fuel.economy'), values: known.map(({ litres, distanceM }) => per100(litres, distanceM)) }],
      },
    }),
    // The texts change with the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [known, language],
  );
  const litres = known.reduce((sum, one) => sum + one.litres, 0);
  const distanceM = known.reduce((sum, one) => sum + one.distanceM, 0);
  return (
    <Paper withBorder radius="lg" p="md">
      {known.length === 0 ? (
        <Text c="dimmed">{t('fuel.nothing-known')}</Text>
      ) : (
        <>
          <Chart title={t('fuel.economy')} spec={spec} format={format} formatTick={formatNumber} height={HEIGHT} />
          <Text size="sm" c="dimmed">
            {t('fuel.average', { economy: format(per100(litres, distanceM)), distance: formatDistance(distanceM) })}
            {known.some(({ by }) => by === 'tracked') && ` ${t('fuel.tracked')}`}
          </Text>
        </>
      )}
    </Paper>
  );
}

function Months({ months, currency }: Pick<Fuel, 'months' | 'currency'>) {
  const { t } = useTranslation();
  return (
    <Paper withBorder radius="lg" p="md" style={{ overflowX: 'auto' }}>
      <Text component="h3" size="sm" fw={600} mb="xs">
        {t('fuel.months')}
      </Text>
      <Table aria-label={t('fuel.months')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('fuel.month')}</Table.Th>
            <Table.Th ta="end">{t('fuel.spent')}</Table.Th>
            <Table.Th ta="end">{t('fuel.distance')}</Table.Th>
            <Table.Th ta="end">{t('fuel.per-distance', { unit: distanceUnit() })}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {months.toReversed().map(({ month, amount, distanceM, trackedAmount }) => (
            <Table.Tr key={month}>
              <Table.Td>{formatMonth(month)}</Table.Td>
              <Table.Td ta="end">{formatMoney(amount, currency)}</Table.Td>
              <Table.Td ta="end">{distanceM === null ? NOT_KNOWN : formatDistance(distanceM)}</Table.Td>
              <Table.Td ta="end">
                {distanceM !== null && distanceM > 0 && trackedAmount > 0
                  ? formatMoney(Math.round(trackedAmount / (distanceM / distanceUnitM())), currency)
                  : NOT_KNOWN}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
