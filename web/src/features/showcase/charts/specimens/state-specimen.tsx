import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../ui/chart/chart.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { Specimen } from '../../frame/specimen.tsx';
import { hoursByState } from '../chart-samples.ts';
import { useWeekdays } from '../use-weekdays.ts';

const inHours = (value: number) => `${value} h`;

/** Series in the colours of the vehicles' statuses. */
export function StateSpecimen() {
  const { t } = useTranslation();
  const days = useWeekdays();
  const title = t('charts.state.sample');
  const [running, idle, stopped] = [t('status.running'), t('status.idle'), t('status.stopped')];
  const spec = useMemo(
    () => ({ kind: 'stacked' as const, data: hoursByState(days, [running, idle, stopped]) }),
    [days, running, idle, stopped],
  );
  return (
    <Specimen
      id="state"
      title={t('charts.state.title')}
      text={t('charts.state.text')}
      code={() =>
        jsxCode('Chart', {
          title,
          spec: expression(
            "{ kind: 'stacked', data: { categories: days, series: [{ name, values, color: '--status-idle' }] } }",
          ),
          format: expression('inHours'),
        })
      }
    >
      {() => <Chart title={title} spec={spec} format={inHours} />}
    </Specimen>
  );
}
