import type { DayRun, DayStop } from '@milepost/contract/run-day-operations';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useServerNow } from '../../../live/use-live.ts';
import { formatClock, formatDuration, formatNumber } from '../../../text/format.ts';
import { HiddenText } from '../../../ui/hidden-text/hidden-text.tsx';
import { RunState } from '../../../ui/runs/run-state.tsx';
import { lookOf } from '../../../ui/runs/stop-look.ts';
import { StopMark } from '../../../ui/runs/stop-mark.tsx';
import classes from './distribution.module.css';
import { silenceText } from './silence-text.ts';
import { listText } from '../../../text/list-text.ts';

const MINUTE_MS = 60_000;

/** One run as a line of stops, with the next one and its expected time. */
export function RunRow({ run, chosen, onChoose }: { run: DayRun; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation();
  const now = useServerNow(MINUTE_MS);
  const next = run.stops.find(({ expectedAt }) => expectedAt !== null);
  const who = [run.vehicle?.name ?? t('runs.no-vehicle'), run.driver?.name].filter(Boolean).join(' · ');
  return (
    <li className={classes['run']} data-state={run.state} data-chosen={chosen || undefined}>
      <div className={classes['what']}>
        <i className={classes['colour']} style={{ background: run.route.colour }} aria-hidden />
        <Link to={`/settings/runs/${run.id}`} className={classes['name']}>
          {run.route.name}
        </Link>
        <RunState state={run.state} />
        <span className={classes['who']}>{who}</span>
        <span className={classes['sum']}>
          {t('distribution.served', { visited: formatNumber(run.visited), planned: formatNumber(run.planned) })}
          {run.state === 'late' &&
            run.lateS > 0 &&
            ` · ${t('distribution.late-by', { time: formatDuration(run.lateS) })}`}
          {run.changedAfterClose !== null && ` · ${t('runs.changed-later')}`}
        </span>
        <button type="button" className={classes['show']} aria-pressed={chosen} onClick={onChoose}>
          {t('distribution.on-map')}
        </button>
      </div>
      <ol className={classes['line']} aria-label={t('distribution.line', { name: run.route.name })}>
        {run.stops.map((stop, index) => (
          <li key={stop.outletId} title={stopText(t, stop)}>
            <StopMark look={lookOf(stop)} number={formatNumber(index + 1)} isNext={stop === next} />
            <HiddenText>{stopText(t, stop)}</HiddenText>
          </li>
        ))}
      </ol>
      <p className={classes['next']}>
        {[nextText(t, run, next), silenceText(t, run, now)].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}

/** A stop as a sentence: its name, its outcome, and the time. */
function stopText(t: TFunction, stop: DayStop): string {
  const state = t(`runs.look.${lookOf(stop)}`);
  const planned = stop.plannedAt && t('runs.planned-at', { time: formatClock(stop.plannedAt) });
  const then =
    stop.arrivedAt !== null
      ? t('runs.arrived-at', { time: formatClock(stop.arrivedAt) })
      : stop.expectedAt !== null && t('runs.expected-at', { time: formatClock(stop.expectedAt) });
  const finding = stop.doubt && t(`runs.doubt.${stop.doubt}`);
  return listText([`${stop.name}: ${state}`, planned, then, finding].filter(Boolean));
}

function nextText(t: TFunction, run: DayRun, next: DayStop | undefined): string {
  if (run.endedAt !== null) return t('distribution.ended', { time: formatClock(run.endedAt) });
  const there = run.stops.find(({ state }) => state === 'arrived');
  const now = there ? `${t('distribution.is-at', { name: there.name })} ` : '';
  if (next?.expectedAt) {
    const error = formatDuration(Math.max(60, next.errorS ?? 60));
    return `${now}${t('distribution.next', { name: next.name, time: formatClock(next.expectedAt), error })}`;
  }
  if (now !== '') return now;
  if (run.begunAt === null) return t('distribution.starts', { time: formatClock(run.startsAt) });
  return '';
}
