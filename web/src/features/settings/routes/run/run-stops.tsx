import type { RunFact } from '@milepost/contract/run-day-operations';
import type { StopWords } from '@milepost/contract/run-link-operations';
import { Table } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../../api/setup.ts';
import { formatClock, formatDuration, formatNumber } from '../../../../text/format.ts';
import { factPath } from '../../../../ui/history-path.ts';
import { lookOf } from '../../../../ui/runs/stop-look.ts';
import { StopMark } from '../../../../ui/runs/stop-mark.tsx';
import { skipText } from '../skip-text.ts';
import classes from './run.module.css';

const COLUMNS = ['outlet', 'planned', 'arrived', 'left', 'driver'] as const;
const MINUTE_MS = 60_000;

const clock = (at: string | null | undefined) => (at ? formatClock(at) : '–');

interface Props {
  fact: RunFact;
  /** The driver's entries, for people who may see them; undefined if there are none. */
  words: readonly StopWords[] | undefined;
  now: number;
  chosen: number | null;
  onChoose: (outletId: number) => void;
}

/** Every stop, as planned and as it happened, with the driver's entries. */
export function RunStops({ fact, words, now, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const seesHistory = useMay('history', 'view');
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (chosen !== null) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const planned = new Map(fact.run.stops.map((stop) => [stop.outlet.id, stop]));
  const vehicles = new Map(fact.run.vehicles.map(({ id, name }) => [id, name]));
  const isSwapped = vehicles.size > 1;
  const vehicleOf = (id: number | null) => vehicles.get(id) ?? t('runs.hidden-vehicle');
  const entryByOutlet = new Map(words?.map((one) => [one.outlet.id, one]));
  const columns = words ? COLUMNS : COLUMNS.filter((name) => name !== 'driver');
  return (
    <Table.ScrollContainer minWidth={340}>
      <Table verticalSpacing={5} fz="sm" aria-label={t('run.stops')}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name}>{t(`runs.column.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fact.stops.map((stop, index) => {
            const plan = planned.get(stop.outletId);
            const look = lookOf(stop);
            const behind =
              stop.arrivedAt === null || !plan?.plannedArrival
                ? null
                : Math.round((Date.parse(stop.arrivedAt) - Date.parse(plan.plannedArrival)) / MINUTE_MS);
            return (
              <Table.Tr
                key={stop.outletId}
                ref={stop.outletId === chosen ? row : undefined}
                data-chosen={stop.outletId === chosen || undefined}
                className={classes['stop']}
                onClick={() => onChoose(stop.outletId)}
              >
                <Table.Th scope="row" fw={500}>
                  <span className={classes['name']}>
                    <StopMark look={look} number={formatNumber(index + 1)} />
                    <span>
                      {stop.name}
                      <Note text={t(`runs.look.${look}`)} />
                      {plan?.skipReason && <Note text={skipText(t, plan.skipReason)} />}
                      {isSwapped && stop.arrivedAt !== null && (
                        <Note text={t('run.by-vehicle', { vehicle: vehicleOf(stop.vehicleId) })} />
                      )}
                      {stop.doubt && <Note text={t(`runs.doubt.${stop.doubt}`)} />}
                      {stop.changedAfterClose !== null && <Note text={t('runs.changed-later')} />}
                    </span>
                  </span>
                </Table.Th>
                <Table.Td>
                  {clock(plan?.plannedArrival)}
                  {plan?.windowFrom && <Note text={`${clock(plan.windowFrom)} – ${clock(plan.windowTo)}`} />}
                </Table.Td>
                <Table.Td>
                  {stop.arrivedAt === null ? (
                    stop.expectedAt === null ? (
                      '–'
                    ) : (
                      <>
                        {t('runs.expected-at', { time: formatClock(stop.expectedAt) })}
                        <Note text={`± ${formatDuration(Math.max(60, stop.errorS ?? 60))}`} />
                      </>
                    )
                  ) : seesHistory && stop.vehicleId !== null ? (
                    <Link
                      to={factPath({ vehicleId: stop.vehicleId, start: stop.arrivedAt, end: stop.departedAt }, now)}
                      aria-label={t('run.history-at', { name: stop.name, time: formatClock(stop.arrivedAt) })}
                      onClick={(event) => event.stopPropagation()}
                    >
                      {formatClock(stop.arrivedAt)}
                    </Link>
                  ) : (
                    formatClock(stop.arrivedAt)
                  )}
                  {behind !== null && <Note text={differenceText(t, behind)} />}
                </Table.Td>
                <Table.Td>
                  {clock(stop.departedAt)}
                  {stop.stoodS > 0 && <Note text={t('run.stood', { time: formatDuration(stop.stoodS) })} />}
                </Table.Td>
                {words && (
                  <Table.Td>
                    <StopEntrySummary words={entryByOutlet.get(stop.outletId)} />
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const Note = ({ text }: { text: string }) => <span className={classes['note']}>{text}</span>;

function differenceText(t: TFunction, minutes: number): string {
  if (minutes === 0) return t('run.as-planned');
  return t(minutes > 0 ? 'run.later' : 'run.earlier', { time: formatDuration(Math.abs(minutes) * 60) });
}

/** A summary; signature, photos and amounts are below the table. */
function StopEntrySummary({ words }: { words: StopWords | undefined }) {
  const { t } = useTranslation();
  if (!words) return '–';
  const { arrivedAt, doneAt, skippedAt, skip, note, difference, otherPhone } = words;
  return (
    <>
      {skippedAt !== null
        ? t('run.said-skipped', { time: formatClock(skippedAt), reason: skip ? t(`drive.skips.${skip}`) : '–' })
        : doneAt !== null
          ? t('run.said-done', { time: formatClock(doneAt) })
          : arrivedAt !== null
            ? t('run.said-arrived', { time: formatClock(arrivedAt) })
            : t('run.said-taken-back')}
      {note !== null && <Note text={note} />}
      {difference && <span className={classes['apart']}>{t(`run.apart.${difference}`)}</span>}
      {otherPhone && <span className={classes['apart']}>{t('run.other-phone')}</span>}
    </>
  );
}
