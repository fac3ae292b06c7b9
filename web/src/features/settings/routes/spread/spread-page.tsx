import type { Spread } from '@milepost/contract/spread-operations';
import { Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useToday } from '../../../../live/use-today.ts';
import { useUnsaved } from '../../../../ui/dialog/use-unsaved.ts';
import { ErrorNote } from '../../../../ui/error-note/error-note.tsx';
import { PageNote } from '../../../../ui/page-note.tsx';
import layout from '../../../../ui/panel-beside-map.module.css';
import { readStopsToAdd } from '../../../../ui/stops-to-add.ts';
import { isDay } from '../../../../text/local-day.ts';
import { RouteTabs } from '../route-tabs.tsx';
import type { DrawnRoute } from '../route-layer.ts';
import { ChooseStep } from './choose-step.tsx';
import { Proposal } from './proposal.tsx';
import { type Choice, colourOf, nextWorkday, shiftOf, whenOf } from './spread-choice.ts';
import { SpreadMap } from './spread-map.tsx';
import classes from './spread.module.css';

const MAX_DEPOTS = 500;
const START_MIN = 8 * 60;
const BACK_MIN = 17 * 60;
/** The colour of stops without a vehicle. */
const LEFT = '#6b7280';

/** Spreads the stops of a day over vehicles: the choices, then a proposal that a person changes and accepts. */
export default function SpreadPage() {
  const { t } = useTranslation();
  const mayCreate = useMay('routes', 'create');
  const today = useToday();
  const location = useLocation();
  const [params] = useSearchParams();
  const dayParam = params.get('day');
  const [ticked, setTicked] = useState(() => readStopsToAdd(location.state));
  const [chosenDay, setChosenDay] = useState(() => (isDay(dayParam) && dayParam >= today ? dayParam : null));
  const [choice, setChoice] = useState<Omit<Choice, 'day'>>({
    depotId: null,
    startMin: START_MIN,
    backMin: BACK_MIN,
    unit: 'kg',
    orders: [],
    drivers: new Map(),
    shifts: new Map(),
  });
  const [weekdays, setWeekdays] = useState<readonly number[] | null>(null);
  const day = chosenDay ?? nextWorkday(today, weekdays);
  const [proposal, setProposal] = useState<Spread | null>(null);
  const depots = useCall('get-depot-list', { pageSize: MAX_DEPOTS }, { enabled: mayCreate });
  const only = depots.data?.rows.length === 1 ? depots.data.rows[0] : undefined;
  const depot = depots.data?.rows.find(({ id }) => id === choice.depotId) ?? only;
  const whole = useMemo(() => ({ ...choice, day, depotId: depot?.id ?? null }), [choice, day, depot]);
  const choices = useCall('get-spread-choices', whenOf(whole), {
    enabled: mayCreate && whole.depotId !== null,
    placeholderData: keepPreviousData,
  });
  // The workdays do not depend on the day that is derived from them.
  const known = choices.data?.weekdays ?? null;
  if (known !== null && known.join() !== weekdays?.join()) setWeekdays(known);
  useUnsaved(() => choice.orders.length > 0);

  const drawn = useMemo((): DrawnRoute[] => {
    const place = depot?.place ?? null;
    const placeOf = (id: number) => depots.data?.rows.find((each) => each.id === id)?.place ?? null;
    const places = new Map(choice.orders.map(({ outlet }) => [outlet.id, outlet.place]));
    const stopsOf = (ids: readonly { outletId: number; outside: boolean }[]) =>
      ids.flatMap(({ outletId, outside }) => {
        const at = places.get(outletId);
        return at ? [{ place: at, outside }] : [];
      });
    const on = { colour: LEFT, begin: place, end: null, hasLine: false };
    if (!proposal) {
      return [{ ...on, stops: stopsOf(choice.orders.map(({ outlet }) => ({ outletId: outlet.id, outside: false }))) }];
    }
    return [
      { ...on, stops: stopsOf(proposal.left.map(({ outletId }) => ({ outletId, outside: false }))) },
      ...proposal.tours.flatMap(({ vehicleId, stops }, index) => {
        const shift = shiftOf(whole, vehicleId);
        return stops.length === 0
          ? []
          : [
              {
                colour: colourOf(index),
                begin: placeOf(shift.beginDepotId),
                end: placeOf(shift.endDepotId),
                stops: stopsOf(stops.map((stop) => ({ ...stop, outside: stop.lateS > 0 || stop.closed }))),
              },
            ];
      }),
    ];
  }, [choice.orders, depot, depots.data, proposal, whole]);

  if (!mayCreate) return <PageNote title={t('spread.denied')} text={t('spread.denied-text')} />;
  return (
    <div className={classes['page']}>
      <RouteTabs />
      <div className={`${layout['page']} ${classes['beside']}`}>
        <aside className={`${layout['panel']} ${classes['panel']}`}>
          <Title order={1} size={20}>
            {t('spread.title')}
          </Title>
          {depots.error && <ErrorNote error={depots.error} onRetry={() => void depots.refetch()} />}
          {proposal ? (
            <Proposal
              choice={whole}
              depots={depots.data?.rows}
              proposal={proposal}
              onChange={setProposal}
              onDriver={(vehicleId, driverId) =>
                setChoice({ ...choice, drivers: new Map(choice.drivers).set(vehicleId, driverId) })
              }
              onBack={() => setProposal(null)}
              onAccepted={() => {
                setProposal(null);
                setChoice({ ...choice, orders: [], drivers: new Map(), shifts: new Map() });
              }}
            />
          ) : (
            <ChooseStep
              choice={whole}
              depots={depots.data?.rows}
              ticked={ticked}
              onTickedAdded={() => setTicked([])}
              onChange={({ day: changedDay, ...changes }) => {
                if (changedDay !== undefined) setChosenDay(changedDay);
                setChoice((current) => ({ ...current, ...changes }));
              }}
              onProposed={setProposal}
            />
          )}
        </aside>
        <div className={layout['stage']}>
          <SpreadMap routes={drawn} />
        </div>
      </div>
    </div>
  );
}
