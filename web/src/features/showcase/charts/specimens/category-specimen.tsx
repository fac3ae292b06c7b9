import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../ui/chart/chart.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { choice, number } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import { distanceByDay } from '../chart-samples.ts';
import { useWeekdays } from '../use-weekdays.ts';

const KINDS = ['bar', 'stacked', 'line', 'area'] as const;
const KNOBS = { kind: choice(KINDS), height: number(280, 160, 480, 20) };

/** Series over the same categories, in four forms. */
export function CategorySpecimen() {
  const { t } = useTranslation();
  const title = t('charts.category.sample');
  return (
    <Specimen
      id="category"
      title={t('charts.category.title')}
      text={t('charts.category.text')}
      knobs={KNOBS}
      code={({ kind = 'bar', height }) =>
        jsxCode('Chart', {
          title,
          spec: expression(`{ kind: '${String(kind)}', data: { categories: days, series } }`),
          ...(height !== undefined && { height }),
        })
      }
    >
      {({ kind, height }) => <Sample title={title} kind={kind} height={height} />}
    </Specimen>
  );
}

function Sample({ title, kind, height }: { title: string; kind: (typeof KINDS)[number]; height: number }) {
  const days = useWeekdays();
  const spec = useMemo(() => ({ kind, data: distanceByDay(days, ['SBA 4821', 'SBC 1130', 'SCD 7702']) }), [kind, days]);
  return <Chart title={title} spec={spec} height={height} />;
}
