import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSpeedAndUnit } from '../../../../text/format.ts';
import { Chart } from '../../../../ui/chart/chart.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import { speedOfDay } from '../chart-samples.ts';

const KNOBS = { area: onOff(false), zoom: onOff(true) };

const inKph = (speedKph: number) => formatSpeedAndUnit(speedKph);

/** Points in time over a whole day, with zoom. */
export function TimeSpecimen() {
  const { t } = useTranslation();
  const title = t('charts.time.sample');
  return (
    <Specimen
      id="time"
      title={t('charts.time.title')}
      text={t('charts.time.text')}
      knobs={KNOBS}
      code={({ area = false, zoom = true }) =>
        jsxCode('Chart', {
          title,
          spec: expression(
            `{ kind: 'time', series: [{ name, points }]${area ? ', area: true' : ''}${zoom ? ', zoom: true' : ''} }`,
          ),
          format: expression('inKph'),
        })
      }
    >
      {({ area, zoom }) => <Sample title={title} area={area} zoom={zoom} />}
    </Specimen>
  );
}

function Sample({ title, area, zoom }: { title: string; area: boolean; zoom: boolean }) {
  const spec = useMemo(() => ({ ...speedOfDay('SBA 4821'), area, zoom }), [area, zoom]);
  return <Chart title={title} spec={spec} format={inKph} />;
}
