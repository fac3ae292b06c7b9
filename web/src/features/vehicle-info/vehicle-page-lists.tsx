import type { AlarmFact, Stop, Tow } from '@milepost/contract/fact-operations';
import type { TripRow } from '@milepost/contract/timeline-operations';
import type { VisitRow } from '@milepost/contract/visit-operations';
import type { TFunction } from 'i18next';
import {
  formatDayAndClock,
  formatDistance,
  formatDuration,
  formatNumber,
  formatSpeedAndUnit,
} from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { BetweenFixes } from '../../ui/between-fixes/between-fixes.tsx';
import { driversText } from '../../ui/driver/drivers-text.ts';
import { idleOfFact, maxSpeedText, unknownTimeText } from '../../ui/engine/figure-text.ts';
import { FigureValue } from '../../ui/engine/figure-value.tsx';
import { SeverityChip } from '../../ui/severity/severity-chip.tsx';
import { coordinates } from '../../text/coordinates.ts';

const speed = (kph: number | null) => (kph === null ? '–' : formatSpeedAndUnit(kph));
type Span = { start: string; end: string | null; durationS: number };
type Label = (key: string) => string;

const labels =
  (t: TFunction): Label =>
  (key) =>
    t(`vehicle-page.column.${key}`);

const start = (label: Label): Column<Span & { id: number }> => ({
  key: 'start',
  label: label('start'),
  render: (row) => formatDayAndClock(row.start),
});
const end = (t: TFunction): Column<Span & { id: number }> => ({
  key: 'end',
  label: labels(t)('end'),
  render: (row) => (row.end === null ? t('vehicle-page.goes-on') : formatDayAndClock(row.end)),
});
const duration = (label: Label): Column<Span & { id: number }> => ({
  key: 'duration',
  label: label('duration'),
  align: 'right',
  render: (row) => formatDuration(row.durationS),
});
/** The column of durations, each with its unknown part. */
const seenDuration = (t: TFunction): Column<Span & { unseenS: number }> => ({
  key: 'duration',
  label: labels(t)('duration'),
  align: 'right',
  render: ({ durationS, unseenS }) => (
    <FigureValue figure={{ text: formatDuration(durationS), why: unknownTimeText(t, unseenS) }} />
  ),
});

const idle = (t: TFunction): Column<Pick<Stop, 'idleS' | 'engineSource'>> => ({
  key: 'idle',
  label: labels(t)('idle'),
  align: 'right',
  render: (fact) => <FigureValue figure={idleOfFact(t, fact)} />,
});

export function tripColumns(t: TFunction): Column<TripRow>[] {
  const label = labels(t);
  return [
    start(label),
    end(t),
    {
      key: 'from',
      label: label('from'),
      text: true,
      render: (trip) => trip.startAddress ?? coordinates(trip.startPlace),
    },
    { key: 'to', label: label('to'), text: true, render: (trip) => trip.endAddress ?? coordinates(trip.endPlace) },
    {
      key: 'distance',
      label: label('distance'),
      align: 'right',
      render: ({ distanceM }) => <b>{formatDistance(distanceM)}</b>,
    },
    seenDuration(t),
    {
      key: 'drivers',
      label: label('drivers'),
      text: true,
      render: ({ drivers }) => driversText(t, drivers) ?? '–',
    },
    idle(t),
    { key: 'max', label: label('max'), align: 'right', render: ({ maxKph }) => maxSpeedText(maxKph) },
    {
      key: 'holes',
      from: 1160,
      label: label('holes'),
      align: 'right',
      render: ({ holes }) => (holes === 0 ? '–' : formatNumber(holes)),
    },
  ];
}

export function stopColumns(t: TFunction): Column<Stop>[] {
  const label = labels(t);
  return [
    start(label),
    end(t),
    { key: 'place', label: label('place'), text: true, render: (stop) => stop.address ?? coordinates(stop.place) },
    seenDuration(t),
    idle(t),
  ];
}

export function towColumns(t: TFunction): Column<Tow>[] {
  const label = labels(t);
  return [
    start(label),
    end(t),
    { key: 'from', label: label('from'), text: true, render: (tow) => tow.startAddress ?? coordinates(tow.startPlace) },
    { key: 'to', label: label('to'), text: true, render: (tow) => tow.endAddress ?? coordinates(tow.endPlace) },
    {
      key: 'distance',
      label: label('distance'),
      align: 'right',
      render: ({ distanceM }) => <b>{formatDistance(distanceM)}</b>,
    },
    seenDuration(t),
    { key: 'max', label: label('max'), align: 'right', render: ({ maxKph }) => maxSpeedText(maxKph) },
    { key: 'engine', label: label('engine'), render: ({ engineSource }) => t(`engine.source.${engineSource}`) },
  ];
}

export function visitColumns(t: TFunction): Column<VisitRow>[] {
  const label = labels(t);
  return [
    {
      key: 'fence',
      label: label('fence'),
      render: (visit) => (
        <>
          <b>{visit.fenceName}</b>
          <BetweenFixes visit={visit} />
        </>
      ),
    },
    start(label),
    end(t),
    duration(label),
    { key: 'distance', label: label('distance'), align: 'right', render: ({ distanceM }) => formatDistance(distanceM) },
    { key: 'entry', label: label('entry'), align: 'right', render: ({ entryKph }) => speed(entryKph) },
    { key: 'exit', label: label('exit'), align: 'right', render: ({ exitKph }) => speed(exitKph) },
  ];
}

export function alarmColumns(t: TFunction): Column<AlarmFact>[] {
  const label = labels(t);
  return [
    { key: 'severity', label: label('severity'), render: ({ severity }) => <SeverityChip severity={severity} /> },
    { key: 'rule', label: label('rule'), render: ({ ruleName }) => <b>{ruleName}</b> },
    { key: 'start', label: label('start'), render: (alarm) => formatDayAndClock(alarm.start) },
    {
      key: 'cleared',
      label: label('cleared'),
      render: ({ clearedAt }) => (clearedAt === null ? t('vehicle-page.active') : formatDayAndClock(clearedAt)),
    },
    { key: 'count', label: label('count'), align: 'right', render: ({ count }) => formatNumber(count) },
  ];
}
