import type { RunFact } from '@milepost/contract/run-day-routes';
import { useTranslation } from 'react-i18next';
import { formatClock, formatNumber } from '../../../../text/format.ts';
import { lookOf } from '../../../../ui/runs/stop-look.ts';
import classes from './run.module.css';

const HOUR_MS = 3_600_000;
/** A stop is at least so wide, percent, to be seen. */
const LEAST = 0.6;

const ms = (at: string | null) => (at === null ? [] : [Date.parse(at)]);

/** What was planned above what happened, on one axis of time. */
export function RunAxis({
  fact,
  now,
  chosen,
  onChoose,
}: {
  fact: RunFact;
  now: number;
  chosen: number | null;
  onChoose: (outletId: number) => void;
}) {
  const { t } = useTranslation();
  const { run } = fact;
  const moments = [run.startsAt, run.endsAt, fact.begunAt, fact.endedAt]
    .flatMap(ms)
    .concat(fact.stops.flatMap((stop) => [...ms(stop.arrivedAt), ...ms(stop.departedAt)]));
  const from = Math.floor(Math.min(...moments) / HOUR_MS) * HOUR_MS;
  const to = Math.max(from + HOUR_MS, Math.ceil(Math.max(...moments) / HOUR_MS) * HOUR_MS);
  const at = (moment: number) => ((Math.min(to, Math.max(from, moment)) - from) / (to - from)) * 100;
  const bar = (begin: number, end: number) => ({
    insetInlineStart: `${at(begin)}%`,
    width: `${Math.max(LEAST, at(end) - at(begin))}%`,
  });
  const step = Math.max(1, Math.ceil((to - from) / HOUR_MS / 12)) * HOUR_MS;
  const ticks = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_tick, index) => from + index * step);
  return (
    <div className={classes['axis']} role="group" aria-label={t('run.axis')}>
      <div className={classes['lane']}>
        <b>{t('run.plan')}</b>
        <div>
          {run.stops.map((stop, index) => {
            const [arrival, departure] = [
              Date.parse(stop.plannedArrival ?? ''),
              Date.parse(stop.plannedDeparture ?? ''),
            ];
            if (Number.isNaN(arrival)) return null;
            return (
              <button
                key={stop.id}
                type="button"
                className={classes['bar']}
                data-look="planned"
                data-chosen={stop.outlet.id === chosen || undefined}
                style={bar(arrival, departure)}
                aria-label={`${formatNumber(index + 1)} ${stop.outlet.name}, ${formatClock(arrival)}`}
                title={`${stop.outlet.name}, ${formatClock(arrival)}`}
                onClick={() => onChoose(stop.outlet.id)}
              />
            );
          })}
        </div>
      </div>
      <div className={classes['lane']}>
        <b>{t('run.fact')}</b>
        <div>
          {fact.begunAt !== null && (
            <i
              className={classes['under-way']}
              style={bar(
                Date.parse(fact.begunAt),
                fact.endedAt === null ? Math.min(now, to) : Date.parse(fact.endedAt),
              )}
            />
          )}
          {fact.stops.map((stop) =>
            stop.arrivedAt === null ? null : (
              <button
                key={stop.outletId}
                type="button"
                className={classes['bar']}
                data-look={lookOf(stop)}
                data-chosen={stop.outletId === chosen || undefined}
                style={bar(Date.parse(stop.arrivedAt), stop.departedAt === null ? now : Date.parse(stop.departedAt))}
                aria-label={`${stop.name}, ${formatClock(stop.arrivedAt)}`}
                title={`${stop.name}, ${formatClock(stop.arrivedAt)}`}
                onClick={() => onChoose(stop.outletId)}
              />
            ),
          )}
        </div>
      </div>
      <div className={classes['lane']} aria-hidden>
        <b />
        <div className={classes['ticks']}>
          {ticks.map((tick) => (
            <span key={tick} style={{ insetInlineStart: `${at(tick)}%` }}>
              {formatClock(tick)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
