import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../ui/chart/chart.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { Specimen } from '../../frame/specimen.tsx';

const KINDS = ['car', 'van', 'truck', 'bus', 'motorcycle'] as const;
const COUNTS = [42, 31, 18, 6, 12];

/** The shares of a whole. */
export function DonutSpecimen() {
  const { t } = useTranslation();
  const title = t('charts.donut.sample');
  const spec = useMemo(
    () => ({
      kind: 'donut' as const,
      data: { categories: KINDS.map((kind) => t(`vehicle-type.${kind}`)), series: [{ name: title, values: COUNTS }] },
    }),
    [t, title],
  );
  return (
    <Specimen
      id="donut"
      title={t('charts.donut.title')}
      text={t('charts.donut.text')}
      code={() =>
        jsxCode('Chart', {
          title,
          spec: expression("{ kind: 'donut', data: { categories: types, series: [counts] } }"),
        })
      }
    >
      {() => <Chart title={title} spec={spec} />}
    </Specimen>
  );
}
