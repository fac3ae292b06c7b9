import type { Depot } from '@milepost/contract/depot-operations';
import { Checkbox, Skeleton, Text, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/use-call.ts';
import { formatDecimal } from '../../../../text/format.ts';
import { ErrorNote } from '../../../../ui/error-note/error-note.tsx';
import { cutText } from '../../../../ui/rest-option.ts';
import { DriverSelect } from './driver-select.tsx';
import { type Choice, ownShift, whenOf } from './spread-choice.ts';
import classes from './spread.module.css';
import { type Usable, useReason } from './use-reason.ts';
import { VehicleShift } from './vehicle-shift.tsx';

/** The number of listed vehicles; a search finds the others. */
const SHOWN = 60;

interface Props {
  choice: Choice;
  depots: readonly Depot[];
  onChange: (changes: Pick<Choice, 'drivers'> | Pick<Choice, 'drivers' | 'shifts'>) => void;
}

/** The vehicles of the spread, with their drivers; those on another run at that time cannot be chosen. */
export function PickVehicles({ choice, depots, onChange }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const reasonOf = useReason();
  const { drivers, shifts } = choice;
  const { data, error, refetch } = useCall('get-spread-choices', whenOf(choice), { placeholderData: keepPreviousData });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={120} radius="md" />;
  // A vehicle sets out from a depot of its organisation.
  const chosenDepot = depots.find(({ id }) => id === choice.depotId);
  const ownDepots = depots.filter(({ organisationId }) => organisationId === chosenDepot?.organisationId);
  const typed = search.trim().toLocaleLowerCase();
  const found = data.vehicles.filter(({ id, name }) => drivers.has(id) || name.toLocaleLowerCase().includes(typed));
  // The chosen ones stay visible.
  const shown = [
    ...found.filter(({ id }) => drivers.has(id)),
    ...found
      .filter(({ id }) => !drivers.has(id))
      .toSorted((a, b) => hindrance(a) - hindrance(b))
      .slice(0, SHOWN),
  ];
  const hidden = found.length - shown.length + (data.vehiclesTotal - data.vehicles.length);
  const taken = new Set([...drivers.values()].flatMap((id) => id ?? []));
  const free = (driverId: number | null) => {
    const driver = data.drivers.find(({ id }) => id === driverId);
    return driver && !driver.obstacle && !driver.busy && !taken.has(driver.id) ? driver.id : null;
  };
  function choose({ id, driverId, shift }: (typeof shown)[number], isChosen: boolean) {
    const [next, nextShifts] = [new Map(drivers), new Map(shifts)];
    if (isChosen) next.set(id, free(driverId));
    else next.delete(id);
    const own = isChosen && shift ? ownShift(choice, shift) : null;
    if (own) nextShifts.set(id, own);
    else nextShifts.delete(id);
    onChange({ drivers: next, shifts: nextShifts });
  }
  return (
    <>
      {data.vehicles.length > 12 && (
        <TextInput
          aria-label={t('spread.find-vehicle')}
          placeholder={t('spread.find-vehicle')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {shown.length === 0 && <Text size="sm">{t('form.nothing-found')}</Text>}
      <ul className={classes['vehicles']} aria-label={t('spread.vehicle-list')}>
        {shown.map((vehicle) => {
          const capacity = vehicle.capacity[choice.unit];
          const reason = reasonOf(vehicle);
          return (
            <li key={vehicle.id}>
              <Checkbox
                checked={drivers.has(vehicle.id)}
                disabled={vehicle.busy !== null && !drivers.has(vehicle.id)}
                onChange={({ currentTarget }) => choose(vehicle, currentTarget.checked)}
                label={vehicle.name}
                description={
                  <>
                    {capacity === null
                      ? t('spread.no-capacity')
                      : `${t('load.capacity')}: ${formatDecimal(capacity)} ${t(`spread.unit.${choice.unit}`)}`}
                    {reason !== null && <span className={classes['warning']}>{reason}</span>}
                  </>
                }
              />
              {drivers.has(vehicle.id) && (
                <>
                  <DriverSelect
                    vehicle={vehicle.name}
                    choices={data.drivers}
                    taken={taken}
                    value={drivers.get(vehicle.id) ?? null}
                    onChange={(driverId) => onChange({ drivers: new Map(drivers).set(vehicle.id, driverId) })}
                  />
                  <VehicleShift
                    vehicle={vehicle}
                    choice={choice}
                    depots={ownDepots}
                    onChange={(shift) => onChange({ drivers, shifts: new Map(shifts).set(vehicle.id, shift) })}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {cutText(t, shown.length, shown.length + hidden)}
        </Text>
      )}
    </>
  );
}

/** Available ones come first. */
const hindrance = ({ obstacle, busy }: Usable) => (busy ? 2 : obstacle ? 1 : 0);
