import type { RunFact } from '@milepost/contract/run-day-operations';
import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { formatClock, formatNumber } from '../../../../text/format.ts';
import { formatSettings } from '../../../../text/format-settings.ts';
import { timeTicks } from '../../../../text/time-ticks.ts';
import { lookOf } from '../../../../ui/runs/stop-look.ts';
import classes from './run.module.css';
import { listText } from '../../../../text/list-text.ts';

const HOUR_MS = 3_600_000;
/** The minimum width of a stop, percent, so that it is visible. */
const MIN_WIDTH_PERCENT = 0.6;
/** The width of a time of day in any language, with some margin. */
const TICK_PX = 72;

const ms = (at: string | null) => (at === null ? [] : [Date.parse(at)]);

/** The planned times above the actual ones, on one time axis. */
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
    width: `${Math.max(MIN_WIDTH_PERCENT, at(end) - at(begin))}%`,
  });
  const { ref, width } = useElementSize<HTMLDivElement>();
  const ticks = timeTicks(from, to, formatSettings().timeZone, Math.max(2, Math.floor(width / TICK_PX)));
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
                aria-label={listText([`${formatNumber(index + 1)} ${stop.outlet.name}`, formatClock(arrival)])}
                title={listText([stop.outlet.name, formatClock(arrival)])}
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
                aria-label={listText([stop.name, formatClock(stop.arrivedAt)])}
                title={listText([stop.name, formatClock(stop.arrivedAt)])}
                onClick={() => onChoose(stop.outletId)}
              />
            ),
          )}
        </div>
      </div>
      <div className={classes['lane']} aria-hidden>
        <b />
        <div className={classes['ticks']} ref={ref}>
          {ticks.map((tick) => (
            <span
              key={tick}
              data-edge={tick === from ? 'first' : tick === to ? 'last' : undefined}
              style={{ insetInlineStart: `${at(tick)}%` }}
            >
              {formatClock(tick)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
