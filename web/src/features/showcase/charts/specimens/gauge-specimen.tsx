import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../ui/chart/chart.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { number } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const KNOBS = { value: number(82, 0, 100), max: number(100, 10, 200, 10) };

/** One value on its scale. */
export function GaugeSpecimen() {
  const { t } = useTranslation();
  const title = t('charts.gauge.sample');
  return (
    <Specimen
      id="gauge"
      title={t('charts.gauge.title')}
      text={t('charts.gauge.text')}
      knobs={KNOBS}
      code={({ value = 82, max = 100 }) =>
        jsxCode('Chart', {
          title,
          spec: expression(`{ kind: 'gauge', name: 'SBA 4821', value: ${String(value)}, min: 0, max: ${String(max)} }`),
        })
      }
    >
      {({ value, max }) => <Sample title={title} value={value} max={max} />}
    </Specimen>
  );
}

function Sample({ title, value, max }: { title: string; value: number; max: number }) {
  const spec = useMemo(() => ({ kind: 'gauge' as const, name: 'SBA 4821', value, min: 0, max }), [value, max]);
  return <Chart title={title} spec={spec} height={240} />;
}
