import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { useTranslation } from 'react-i18next';
import { SeverityMark } from '../../ui/severity/severity-mark.tsx';
import { formatDayAndClock } from '../../text/format.ts';
import classes from './bands.module.css';
import type { Telemetry } from './use-telemetry.ts';
import { listText } from '../../text/list-text.ts';

interface Props {
  rows: NonNullable<Telemetry['bands']>;
  from: number;
  to: number;
  nameOf: (vehicleId: number) => string;
}

const KINDS = ['driving', 'idling', 'standing', 'unknown', 'tow'] as const;

/** The vehicles' motion and alarms under the chart, on the same time axis. */
export function Bands({ rows, from, to, nameOf }: Props) {
  const { t } = useTranslation();
  const severities = SEVERITIES.filter((one) =>
    rows.some(({ alarms }) => alarms.some(({ severity }) => severity === one)),
  );
  const percent = (ms: number) => ((ms - from) / (to - from)) * 100;
  return (
    <section aria-label={t('telemetry-page.bands')}>
      <ul className={classes['legend']} aria-label={t('timeline.legend')}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <span className={classes['sample']}>
              <i data-kind={kind} />
            </span>
            {t(`timeline.kind.${kind}`)}
          </li>
        ))}
        {severities.map((severity) => (
          <li key={severity}>
            <SeverityMark severity={severity} size={12} />
            {t('telemetry-page.alarm', { severity: t(`severity.${severity}`) })}
          </li>
        ))}
      </ul>
      {rows.map(({ vehicleId, bands, alarms }) => (
        <div key={vehicleId} className={classes['row']}>
          {rows.length > 1 && (
            <span className={classes['name']}>
              <bdi>{nameOf(vehicleId)}</bdi>
            </span>
          )}
          <div className={classes['band']}>
            {bands.map(({ kind, start, end }, index) => {
              const [begin, finish] = [
                Math.max(0, percent(Date.parse(start))),
                Math.min(100, percent(Date.parse(end))),
              ];
              return finish < 0 || begin > 100 ? null : (
                <i
                  key={index}
                  data-kind={kind}
                  style={{ insetInlineStart: `${begin}%`, width: `max(1px, ${finish - begin}%)` }}
                />
              );
            })}
            {alarms.map(({ id, ruleName, severity, start }) => {
              const at = percent(Date.parse(start));
              const text = listText([`${t(`severity.${severity}`)}: ${ruleName}`, formatDayAndClock(start)]);
              return at < 0 || at > 100 ? null : (
                <span key={id} role="img" aria-label={text} title={text} style={{ insetInlineStart: `${at}%` }}>
                  <SeverityMark severity={severity} size={12} />
                </span>
              );
            })}
          </div>
        </div>
      ))}
    </section>
  );
}
