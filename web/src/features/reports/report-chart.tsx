import type { ColumnKind } from '@milepost/contract/report-columns';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceUnitM, formatDistanceTick, formatNumber, speedStepKph } from '../../text/format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartSpec } from '../../ui/chart/chart-data.ts';
import { groupText, numberText } from '../../ui/report/report-cell.ts';
import type { Change, ReportAnswer } from './use-report.ts';

/** The unit of the value axis, so that its steps are round. */
const UNITS: Partial<Record<ColumnKind, () => number>> = {
  distance: distanceUnitM,
  speed: speedStepKph,
  duration: () => 3600,
};

interface Props {
  data: ReportAnswer;
  change: Change;
}

/** The chart of a report; a click on a bar shows only the rows behind it. */
export function ReportChart({ data, change }: Props) {
  const { t } = useTranslation();
  const { chart, currency, columns } = data;
  const low = useMediaQuery('(max-height: 800px)', undefined, { getInitialValueInEffect: false });
  const column = columns.find(({ key }) => key === chart?.column);
  const kind = column?.kind ?? 'count';
  const unit = UNITS[kind]?.() ?? 1;
  const label = column?.label ?? data.rowsName ?? t('reports.rows');
  const spec = useMemo(
    (): ChartSpec => ({
      kind: 'bar',
      data: {
        categories: chart?.points.map((point) => groupText(t, chart.by, point.label)) ?? [],
        series: [{ name: label, values: chart?.points.map(({ value }) => value) ?? [] }],
      },
    }),
    [t, chart, label],
  );
  const format = useMemo(() => (value: number) => numberText(kind, value, currency), [kind, currency]);
  if (!chart) return null;
  const choose = (index: number) => {
    const point = chart.points[index];
    if (point) change({ only: `${chart.by}:${point.key}` });
  };
  const cut = chart.points.length < chart.pointsTotal;
  // A report in ascending order shows the smallest values.
  const rising = (chart.points[0]?.value ?? 0) < (chart.points.at(-1)?.value ?? 0);
  const title = t('reports.chart', { what: label, by: t(`reports.by.${chart.by}`) });
  return (
    <Chart
      title={
        cut
          ? `${title} ${t(rising ? 'reports.least' : 'reports.most', { shown: formatNumber(chart.points.length), total: formatNumber(chart.pointsTotal) })}`
          : title
      }
      spec={spec}
      format={format}
      formatTick={kind === 'distance' ? formatDistanceTick : undefined}
      unit={unit}
      height={low ? 130 : 200}
      onChoose={choose}
    />
  );
}
