import type { Depot } from '@milepost/contract/depot-operations';
import type { Spread, SpreadTour } from '@milepost/contract/spread-operations';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../../api/call.ts';
import { CallError } from '../../../../api/call-error.ts';
import { newKey } from '../../../../api/new-key.ts';
import { useCall } from '../../../../api/use-call.ts';
import { faultText } from '../../../../text/fault-text.ts';
import { formatClock, formatDecimal, formatDistance, formatDuration, formatNumber } from '../../../../text/format.ts';
import { Alert } from '../../../../ui/alert/alert.tsx';
import { Section } from '../../../../ui/section/section.tsx';
import { notify, notifyError } from '../../../../ui/toast/notify.ts';
import { notifyWithUndo } from '../../../../ui/toast/notify-with-undo.tsx';
import { DriverSelect } from './driver-select.tsx';
import { Refusal } from './refusal.tsx';
import { refreshSpreads } from '../../../../api/refresh-records.ts';
import { undoneText } from './undone-text.ts';
import { type Choice, colourOf, spreadInput, whenOf } from './spread-choice.ts';
import { shiftText } from './vehicle-shift.tsx';
import classes from './spread.module.css';

interface Props {
  choice: Choice;
  depots: readonly Depot[] | undefined;
  proposal: Spread;
  onChange: (proposal: Spread) => void;
  onDriver: (vehicleId: number, driverId: number | null) => void;
  onBack: () => void;
  onAccepted: () => void;
}

/** The option for no vehicle, when a stop is moved. */
const NO_VEHICLE = 0;

const isOverloaded = ({ load, capacity }: SpreadTour) => capacity !== null && load > capacity;
/** Late at a stop, or overloaded. */
const isBad = (tour: SpreadTour) =>
  isOverloaded(tour) || tour.backLateS > 0 || tour.stops.some(({ lateS, closed }) => lateS > 0 || closed);

/** Scrolls the proposal into view, because the button that requested it is at the end of the list. */
const intoView = (head: HTMLDivElement | null) => head?.scrollIntoView({ block: 'center' });

/**
 * The tour of each vehicle, and the stops that fit nowhere with the reason. Stops can be moved, and runs are made of
 * the result.
 */
export function Proposal({ choice, depots, proposal, onChange, onDriver, onBack, onAccepted }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // A changed proposal is another spread; only resending the same one must not make the runs again.
  const sent = useRef({ proposal, choice, key: newKey() });
  const [reason, setReason] = useState('');
  const { data: choices } = useCall('get-spread-choices', whenOf(choice));
  const names = new Map(choices?.vehicles.map(({ id, name }) => [id, name]));
  const outlets = new Map(choice.orders.map(({ outlet }) => [outlet.id, outlet]));
  const nameOf = (vehicleId: number) => names.get(vehicleId) ?? String(vehicleId);
  const moving = useMutation({
    mutationFn: (move: { outletId: number; vehicleId: number | null }) =>
      call('time-spread', {
        ...spreadInput(choice),
        tours: proposal.tours.map(({ vehicleId, stops }) => ({
          vehicleId,
          outletIds: stops.map(({ outletId }) => outletId),
        })),
        move,
      }),
    onSuccess: onChange,
  });
  const accepting = useMutation({
    mutationFn: () => {
      if (sent.current.proposal !== proposal || sent.current.choice !== choice) {
        sent.current = { proposal, choice, key: newKey() };
      }
      return call('accept-spread', {
        ...spreadInput(choice),
        key: sent.current.key,
        tours: proposal.tours.map(({ vehicleId, stops }) => ({
          vehicleId,
          driverId: choice.drivers.get(vehicleId) ?? null,
          outletIds: stops.map(({ outletId }) => outletId),
        })),
        overrideReason: reason,
      });
    },
    onSuccess({ id, runs }) {
      refreshSpreads();
      // The spread is saved, so nothing blocks the navigation to the runs.
      flushSync(onAccepted);
      notifyWithUndo(t, t('spread.accepted', { number: formatNumber(runs) }), () => void undo(id));
      void navigate(`/settings/runs?day=${choice.day}`);
    },
  });
  async function undo(spreadId: number) {
    try {
      const undone = await call('undo-spread', { spreadId });
      refreshSpreads();
      notify(undoneText(t, undone));
    } catch (error) {
      notifyError(t, error);
    }
  }
  const taken = new Set([...choice.drivers.values()].flatMap((id) => id ?? []));
  const used = proposal.tours.filter(({ stops }) => stops.length > 0);
  const sum = (of: (tour: SpreadTour) => number) => used.reduce((total, tour) => total + of(tour), 0);
  const late = sum(({ stops }) => stops.filter((stop) => stop.lateS > 0 || stop.closed).length);
  const unused = proposal.tours.length - used.length;
  const obstacles = used.flatMap(({ vehicleId }) => {
    const vehicle = choices?.vehicles.find(({ id }) => id === vehicleId)?.obstacle;
    const driver = choices?.drivers.find(({ id }) => id === choice.drivers.get(vehicleId))?.obstacle;
    return [vehicle, driver].flatMap((fault) => (fault ? [faultText(fault)] : []));
  });
  const targets = (vehicleId: number) => [
    ...proposal.tours.map((tour) => ({ value: String(tour.vehicleId), label: nameOf(tour.vehicleId) })),
    { value: String(NO_VEHICLE), label: vehicleId === NO_VEHICLE ? t('spread.on-none') : t('spread.take-out') },
  ];
  const mover = (outletId: number, vehicleId: number) => (
    <NativeSelect
      size="xs"
      className={classes['move'] ?? ''}
      aria-label={t('spread.move', { name: outlets.get(outletId)?.name ?? '' })}
      disabled={moving.isPending}
      data={targets(vehicleId)}
      value={String(vehicleId)}
      onChange={({ currentTarget }) =>
        moving.mutate({
          outletId,
          vehicleId: Number(currentTarget.value) === NO_VEHICLE ? null : Number(currentTarget.value),
        })
      }
    />
  );
  const parts = useRef(new Map<number, HTMLElement>());
  const partOf = (id: number) => (part: HTMLElement | null) => {
    if (part) parts.current.set(id, part);
    else parts.current.delete(id);
  };
  const jumpTo = (id: number) => {
    parts.current.get(id)?.scrollIntoView({ block: 'start' });
    parts.current.get(id)?.focus({ preventScroll: true });
  };
  const amount = (load: number) => `${formatDecimal(load)} ${t(`spread.unit.${choice.unit}`)}`;
  const wantsReason = accepting.error instanceof CallError && 'overrideReason' in accepting.error.fields;
  return (
    <>
      <Group gap="xs" ref={intoView}>
        <Button size="compact-md" variant="default" onClick={onBack}>
          {t('spread.back')}
        </Button>
      </Group>
      <dl className={classes['totals']}>
        {(
          [
            ['vehicles', formatNumber(used.length)],
            ['stops', formatNumber(sum(({ stops }) => stops.length))],
            ['distance', formatDistance(sum(({ drivingM }) => drivingM))],
            ['driving', formatDuration(sum(({ drivingS }) => drivingS))],
            ['late', formatNumber(late)],
            ['left', formatNumber(proposal.left.length)],
          ] as const
        ).map(([name, value]) => (
          <div key={name} data-bad={((name === 'late' || name === 'left') && value !== formatNumber(0)) || undefined}>
            <dt>{t(`spread.total.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {proposal.driving !== 'own' && (
        <Text size="sm" c="dimmed">
          {t(proposal.driving === 'router' ? 'routes.propose-by-router' : 'routes.propose-router-away')}
        </Text>
      )}
      {unused > 0 && <Text size="sm">{t('spread.unused', { number: formatNumber(unused) })}</Text>}
      {moving.error && <Refusal error={moving.error} />}
      <div className={classes['result']}>
        <nav className={classes['jumps']} aria-label={t('spread.jump')}>
          {proposal.left.length > 0 && (
            <button type="button" data-bad onClick={() => jumpTo(NO_VEHICLE)}>
              <b>{t('spread.left-title', { number: formatNumber(proposal.left.length) })}</b>
            </button>
          )}
          {proposal.tours.map((tour, index) => {
            if (tour.stops.length === 0) return null;
            return (
              <button
                key={tour.vehicleId}
                type="button"
                data-bad={isBad(tour) || undefined}
                onClick={() => jumpTo(tour.vehicleId)}
              >
                <b>
                  <i style={{ background: colourOf(index) }} aria-hidden />
                  {nameOf(tour.vehicleId)}
                </b>
                <span>
                  {t('spread.tour-short', { stops: formatNumber(tour.stops.length), back: formatClock(tour.endsAt) })}
                </span>
              </button>
            );
          })}
        </nav>
        <div className={classes['tours']}>
          {proposal.left.length > 0 && (
            <div ref={partOf(NO_VEHICLE)} tabIndex={-1}>
              <Section title={t('spread.left-title', { number: formatNumber(proposal.left.length) })}>
                <ul className={classes['stops']} aria-label={t('spread.total.left')}>
                  {proposal.left.map(({ outletId, reason: why }) => (
                    <li key={outletId}>
                      <span className={classes['what']}>
                        <b>{outlets.get(outletId)?.name}</b>
                        <span className={classes['bad']}>{t(`spread.left.${why}`)}</span>
                      </span>
                      {why !== 'unplaced' && why !== 'unreachable' && mover(outletId, NO_VEHICLE)}
                    </li>
                  ))}
                </ul>
              </Section>
            </div>
          )}
          {proposal.tours.map((tour, index) => {
            if (tour.stops.length === 0) return null;
            const isOver = isOverloaded(tour);
            return (
              <section
                key={tour.vehicleId}
                ref={partOf(tour.vehicleId)}
                tabIndex={-1}
                className={classes['tour']}
                aria-label={nameOf(tour.vehicleId)}
              >
                <h2>
                  <i style={{ background: colourOf(index) }} aria-hidden />
                  {nameOf(tour.vehicleId)}
                </h2>
                <DriverSelect
                  vehicle={nameOf(tour.vehicleId)}
                  choices={choices?.drivers}
                  taken={taken}
                  value={choice.drivers.get(tour.vehicleId) ?? null}
                  onChange={(driverId) => onDriver(tour.vehicleId, driverId)}
                />
                <p>
                  {choice.shifts.has(tour.vehicleId) && (
                    <span>{shiftText(t, choice, depots ?? [], tour.vehicleId)}</span>
                  )}
                  {t('spread.tour', {
                    stops: formatNumber(tour.stops.length),
                    km: formatDistance(tour.drivingM),
                    lasts: formatDuration((Date.parse(tour.endsAt) - Date.parse(tour.startsAt)) / 1000),
                    back: formatClock(tour.endsAt),
                  })}
                  {tour.backLateS > 0 && (
                    <span className={classes['bad']}>
                      {t('spread.back-late', { by: formatDuration(tour.backLateS) })}
                    </span>
                  )}
                  {(tour.load > 0 || tour.capacity !== null) && (
                    <span className={isOver ? classes['bad'] : undefined}>
                      {tour.capacity === null
                        ? t('spread.load', { load: amount(tour.load) })
                        : t('spread.load-of-capacity', { load: amount(tour.load), capacity: amount(tour.capacity) })}
                      {isOver && ` · ${t('spread.overloaded')}`}
                    </span>
                  )}
                </p>
                <ol className={classes['stops']}>
                  {tour.stops.map((stop, at) => (
                    <li key={stop.outletId}>
                      <i className={classes['number']}>{formatNumber(at + 1)}</i>
                      <span className={classes['what']}>
                        <b>{outlets.get(stop.outletId)?.name}</b>
                        <span>
                          {formatClock(stop.arrivesAt)}–{formatClock(stop.leavesAt)}
                          {stop.window &&
                            ` · ${t('spread.open', { from: formatClock(stop.window.from), to: formatClock(stop.window.to) })}`}
                        </span>
                        {stop.closed ? (
                          <span className={classes['bad']}>{t('spread.left.closed')}</span>
                        ) : (
                          stop.lateS > 0 && (
                            <span className={classes['bad']}>
                              {t('spread.late', { by: formatDuration(stop.lateS) })}
                            </span>
                          )
                        )}
                      </span>
                      {mover(stop.outletId, tour.vehicleId)}
                    </li>
                  ))}
                </ol>
              </section>
            );
          })}
        </div>
      </div>
      <div className={classes['foot']}>
        {(obstacles.length > 0 || wantsReason) && (
          <Alert type="warning" dismissible={false} title={t('availability.title')} role="status">
            {[...new Set(obstacles)].map((text) => (
              <div key={text}>{text}</div>
            ))}
            <TextInput
              mt="xs"
              label={t('availability.reason')}
              description={t('availability.reason-hint')}
              maxLength={300}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </Alert>
        )}
        {accepting.error && <Refusal error={accepting.error} />}
        <Button
          fullWidth
          loading={accepting.isPending}
          disabled={used.length === 0 || moving.isPending}
          onClick={() => accepting.mutate()}
        >
          {t('spread.accept', { number: formatNumber(used.length) })}
        </Button>
      </div>
    </>
  );
}
