import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../ui/chart/chart.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { Specimen } from '../../frame/specimen.tsx';
import { fuelBySpeed } from '../chart-samples.ts';

const plain = String;

/** Pairs of values. */
export function ScatterSpecimen() {
  const { t } = useTranslation();
  const title = t('charts.scatter.sample');
  const spec = useMemo(
    () =>
      fuelBySpeed(
        [t('vehicle-type.van'), t('vehicle-type.truck')],
        t('charts.scatter.speed'),
        t('charts.scatter.fuel'),
      ),
    [t],
  );
  return (
    <Specimen
      id="scatter"
      title={t('charts.scatter.title')}
      text={t('charts.scatter.text')}
      code={() =>
        jsxCode('Chart', {
          title,
          spec: expression("{ kind: 'scatter', series: [{ name, points }], xLabel: 'km/h', yLabel: 'l/100 km' }"),
        })
      }
    >
      {() => <Chart title={title} spec={spec} format={plain} height={320} />}
    </Specimen>
  );
}
