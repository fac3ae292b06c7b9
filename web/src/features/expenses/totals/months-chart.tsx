import { Paper } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { formatMoney, smallestOf, wholeOf } from '../../../text/money.ts';
import { formatMonth } from '../../../text/months.ts';
import type { ChartSpec } from '../../../ui/chart/chart-data.ts';
import { Chart } from '../../../ui/chart/chart.tsx';

const HEIGHT = 220;

/** The sum spent each month; amounts of a currency other than the latest are only in the table. */
export function MonthsChart({ rows }: { rows: CallOutput<'get-expense-totals'>['rows'] }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const currency = rows.at(-1)?.currency ?? 'USD';
  const spec = useMemo<ChartSpec>(() => {
    const shown = rows.filter((row) => row.currency === currency);
    return {
      kind: 'bar',
      data: {
        categories: shown.map(({ of }) => formatMonth(of ?? '')),
        series: [{ name: t('expense-totals.spent'), values: shown.map(({ amount }) => wholeOf(amount, currency)) }],
      },
    };
    // The texts change with the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, currency, language]);
  return (
    <Paper withBorder radius="lg" p="md">
      <Chart
        title={t('expense-totals.by-month')}
        spec={spec}
        format={(whole) => formatMoney(smallestOf(whole, currency), currency)}
        formatTick={formatNumber}
        height={HEIGHT}
      />
    </Paper>
  );
}
