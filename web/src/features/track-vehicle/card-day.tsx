import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useServerNow } from '../../live/use-live.ts';
import { formatClock, formatDayAndClock, formatDistance, formatDuration } from '../../text/format.ts';
import { dayOf, spanOfDay } from '../../text/local-day.ts';
import {
  countOf,
  engineTime,
  knownSecondsOf,
  knownTimeText,
  type FigureText,
  tripsOf,
  unknownTimeText,
} from '../../ui/engine/figure-text.ts';
import { FigureValue } from '../../ui/engine/figure-value.tsx';
import { errorText } from '../../ui/error-text.ts';
import { historyPath } from '../../ui/history-path.ts';
import type { VehicleState } from '../../live/vehicle-state.ts';
import { SeverityMark } from '../../ui/severity/severity-mark.tsx';
import classes from './card-day.module.css';
import { useVehicleDay } from './use-vehicle-day.ts';

const MINUTE_MS = 60_000;

/** The selected vehicle's day: totals, last stop, current geofences, alarms; with links to more. */
export default function CardDay({ id, state }: { id: number; state: Pick<VehicleState, 'status' | 'since'> }) {
  const { t } = useTranslation();
  const now = useServerNow(MINUTE_MS);
  const { from } = spanOfDay(dayOf(now));
  const query = useVehicleDay(id);
  const lastSeenAt = state.status === 'silent' || state.status === 'inactive' ? state.since : null;
  const links = {
    history: useMay('history', 'view'),
    timeline: useMay('timeline', 'view'),
    page: useMay('vehicles', 'view'),
  };
  const label = (key: string, values: Record<string, unknown> = {}) => t(`vehicle-page.${key}`, values);
  const { data, error } = query;
  if (error && !data) return <p className={classes['error']}>{errorText(t, error)}</p>;
  if (!data) return null;
  const { totals, lastStop, visits, alarms } = data;
  const unknownTime = lastStop && unknownTimeText(t, lastStop.unseenS);
  const seenS = knownSecondsOf(totals);
  const figures: [key: string, value: FigureText][] = [
    ['trips', tripsOf(t, totals, seenS)],
    ['distance', countOf(t, totals.distanceM, formatDistance(totals.distanceM), seenS)],
    ['driving', knownTimeText(t, totals.drivingS, seenS)],
    ['standing', knownTimeText(t, totals.standingS, seenS)],
    ['idle', engineTime(t, { seconds: totals.idleS, knownS: totals.engineKnownS, seenS })],
  ];
  if (totals.unseenS >= MINUTE_MS / 1000) {
    figures.push(['unseen', { text: formatDuration(totals.unseenS), why: t('engine.unseen-why') }]);
  }
  return (
    <section className={classes['day']} aria-label={label('today')} data-testid="card-day">
      <h3>{label('today')}</h3>
      <dl className={classes['figures']}>
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{key === 'idle' ? t('engine.of-which-idling') : label(`sum.${key}`)}</dt>
            <dd>
              <FigureValue figure={value} />
            </dd>
          </div>
        ))}
      </dl>
      <ul>
        {lastStop && (
          <li>
            {lastStop.end === null
              ? label('stands-since', { time: formatDayAndClock(lastStop.start) })
              : label('last-stop', {
                  from: formatClock(lastStop.start),
                  to: formatClock(lastStop.end),
                  lasting: formatDuration(lastStop.durationS),
                })}
            {unknownTime !== null && <small>{unknownTime}</small>}
            {lastStop.address !== null && <small>{lastStop.address}</small>}
          </li>
        )}
        {totals.tows > 0 && (
          <li title={t('engine.tow-why')}>{`${t('timeline.total.tows')}: ${formatDistance(totals.towM)}`}</li>
        )}
        {visits.map(({ id: visit, fenceName, fenceColour, start: since }) => (
          <li key={visit}>
            <i style={{ background: fenceColour }} aria-hidden />
            {label('in-fence', { fence: fenceName, time: formatDayAndClock(since) })}
            {lastSeenAt !== null && (
              <small>{t('in-out-location.inside-heard', { time: formatDayAndClock(lastSeenAt) })}</small>
            )}
          </li>
        ))}
        {alarms.map(({ id: alarm, ruleName, severity, start: since }) => (
          <li key={`alarm-${alarm}`}>
            <SeverityMark severity={severity} size={11} />
            {label('alarm-since', {
              rule: ruleName,
              severity: t(`severity.${severity}`),
              time: formatDayAndClock(since),
            })}
          </li>
        ))}
      </ul>
      <nav aria-label={label('more')}>
        {links.history && <Link to={historyPath(id, { from, to: now, at: from })}>{label('history')}</Link>}
        {links.timeline && <Link to={`/timeline?vehicle=${id}`}>{label('timeline')}</Link>}
        {links.page && <Link to={`/vehicle-info/${id}`}>{label('page')}</Link>}
      </nav>
    </section>
  );
}
