import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../ui/chart/chart.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { Specimen } from '../../frame/specimen.tsx';
import { tripsByHour } from '../chart-samples.ts';
import { useWeekdays } from '../use-weekdays.ts';

/** The distribution over two dimensions. */
export function HeatmapSpecimen() {
  const { t } = useTranslation();
  const days = useWeekdays();
  const title = t('charts.heatmap.sample');
  const spec = useMemo(() => tripsByHour(days), [days]);
  return (
    <Specimen
      id="heatmap"
      title={t('charts.heatmap.title')}
      text={t('charts.heatmap.text')}
      code={() =>
        jsxCode('Chart', { title, spec: expression("{ kind: 'heatmap', columns: hours, rows: days, values }") })
      }
    >
      {() => <Chart title={title} spec={spec} />}
    </Specimen>
  );
}
