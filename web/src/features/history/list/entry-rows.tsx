import type { AlarmFact, Stop, Tow, Trip } from '@milepost/contract/fact-operations';
import { IconAlertTriangle, IconArrowRight, IconRoute, IconCarCrane } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  formatClock,
  formatDay,
  formatDayAndClock,
  formatDistance,
  formatDuration,
  formatSpeedAndUnit,
} from '../../../text/format.ts';
import { driverNames } from '../../../ui/driver/drivers-text.ts';
import { unknownTimeText } from '../../../ui/engine/figure-text.ts';
import { formatPlace } from '../../../ui/map/geodesy.ts';
import type { Edge } from '../../../ui/facts/edges.ts';
import classes from './entry-list.module.css';

interface Span {
  start: string;
  end: string | null;
}

/**
 * The times of an entry: "20 Nov, 08:05 – 08:40"; with the second day if the entry ends on another day, and one time if
 * it ended within its minute.
 */
function Times({ start, end }: Span) {
  const { t } = useTranslation();
  const from = formatDayAndClock(start);
  const until = end === null ? t('history.list.goes-on') : untilText(start, end);
  return (
    <span className={classes['times']}>
      <time dateTime={start}>{from}</time>
      {until !== null && ` – ${until}`}
    </span>
  );
}

function untilText(start: string, end: string): string | null {
  if (formatDayAndClock(end) === formatDayAndClock(start)) return null;
  return (formatDay(start) === formatDay(end) ? formatClock : formatDayAndClock)(end);
}

/**
 * "Began on 19 Nov, 23:41, 4.6 km of it before": for an entry that extends beyond the range, the figure is the part
 * within.
 */
function edgeTexts(t: TFunction, { start, end }: Span, edge: Edge | undefined, format: (amount: number) => string) {
  if (!edge) return [];
  return [
    edge.before > 0 && t('history.list.began-before', { time: formatDayAndClock(start), part: format(edge.before) }),
    edge.after > 0 &&
      (end === null
        ? t('history.list.goes-on-after', { part: format(edge.after) })
        : t('history.list.ended-after', { time: formatDayAndClock(end), part: format(edge.after) })),
  ].filter((text) => text !== false);
}

/** "Harbour → Market": if there is no room for both names, each is truncated. */
function Way({ of }: { of: Pick<Trip, 'startPlace' | 'endPlace' | 'startAddress' | 'endAddress'> }) {
  const { t } = useTranslation();
  return (
    <span className={classes['way']}>
      <span className={classes['place']}>{of.startAddress ?? formatPlace(of.startPlace)}</span>
      <IconArrowRight size={12} data-flip role="img" aria-label={t('ui.from-to', { from: '', to: '' }).trim()} />
      <span className={classes['place']}>{of.endAddress ?? formatPlace(of.endPlace)}</span>
    </span>
  );
}

export function TripRow({ trip, edge }: { trip: Trip; edge: Edge | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes['sign']} aria-hidden>
        <IconRoute size={16} />
      </span>
      <span className={classes['what']}>
        <Times start={trip.start} end={trip.end} />
        <Way of={trip} />
        <span className={classes['more']}>
          {[
            driverNames(trip.drivers) || null,
            formatDuration(trip.durationS),
            ...(trip.maxKph > 0 ? [t('history.list.most', { speed: formatSpeedAndUnit(trip.maxKph) })] : []),
            ...(trip.overspeeds > 0 ? [t('history.list.overspeeds', { count: trip.overspeeds })] : []),
            unknownTimeText(t, trip.unseenS),
            ...edgeTexts(t, trip, edge, formatDistance),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </span>
      <strong className={classes['figure']}>{formatDistance(edge?.within ?? trip.distanceM)}</strong>
    </>
  );
}

export function StopRow({ stop, number, edge }: { stop: Stop; number: number; edge: Edge | undefined }) {
  const { t } = useTranslation();
  const more = [
    stop.idleS >= 60 && stop.engineSource !== 'movement'
      ? t('history.list.idle', { time: formatDuration(stop.idleS) })
      : null,
    unknownTimeText(t, stop.unseenS),
    ...edgeTexts(t, stop, edge, formatDuration),
  ].filter((part) => part !== null);
  return (
    <>
      <span className={classes['number']}>{number}</span>
      <span className={classes['what']}>
        <Times start={stop.start} end={stop.end} />
        <span className={classes['place']}>{stop.address ?? formatPlace(stop.place)}</span>
        {more.length > 0 && <span className={classes['more']}>{more.join(' · ')}</span>}
      </span>
      <strong className={classes['figure']}>{formatDuration(edge?.within ?? stop.durationS)}</strong>
    </>
  );
}

/** A movement with the engine off, which is not a trip. */
export function TowRow({ tow, edge }: { tow: Tow; edge: Edge | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes['sign']} data-tow aria-hidden>
        <IconCarCrane size={16} />
      </span>
      <span className={classes['what']}>
        <Times start={tow.start} end={tow.end} />
        <Way of={tow} />
        <span className={classes['more']} title={t('engine.tow-why')}>
          {[
            t('engine.tow'),
            formatDuration(tow.durationS),
            unknownTimeText(t, tow.unseenS),
            ...edgeTexts(t, tow, edge, formatDistance),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </span>
      <strong className={classes['figure']}>{formatDistance(edge?.within ?? tow.distanceM)}</strong>
    </>
  );
}

export function AlarmRow({ alarm }: { alarm: AlarmFact }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes['sign']} data-severity={alarm.severity} aria-hidden>
        <IconAlertTriangle size={16} />
      </span>
      <span className={classes['what']}>
        <Times start={alarm.start} end={alarm.clearedAt} />
        <span className={classes['place']}>{alarm.ruleName}</span>
      </span>
      {alarm.count > 1 && (
        <strong className={classes['figure']}>{t('history.list.alarm', { count: alarm.count })}</strong>
      )}
    </>
  );
}
