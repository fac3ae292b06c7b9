import { Button, Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MAX_TRACK_DAYS } from '@milepost/contract/history-operations';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { DateRange, type DateRangeValue } from '../../ui/date-range/date-range.tsx';
import { daysRange, isTooLong, presetOf, presetRange, PRESETS, rangeDays, type Range } from './range-presets.ts';
import { nameAmongOthers } from '../../ui/move/moved-text.ts';
import { restOption } from '../../ui/rest-option.ts';

interface Props {
  vehicleId: number | null;
  range: Range;
  /** The vehicles that are already on the map, which are not offered again. */
  shownIds: readonly number[];
  onVehicle: (id: number) => void;
  /** Adds a vehicle to the map; null if the maximum is reached. */
  onAdd: ((id: number) => void) | null;
  onRange: (range: Range) => void;
}

const SHOWN = 50;

/** The choice of the vehicle and the days. */
export function RangeBar({ vehicleId, range, shownIds, onVehicle, onAdd, onRange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<DateRangeValue | null>(null);
  const days = typed ?? rangeDays(range);
  const wanted = days[0] !== null && days[1] !== null ? daysRange(days[0], days[1]) : null;
  const tooLong = isTooLong(wanted ?? range);
  const preset = presetOf(range, useServerNow(60_000));

  function choose(value: DateRangeValue) {
    const [first, last] = value;
    const chosen = first !== null && last !== null ? daysRange(first, last) : null;
    if (!chosen || isTooLong(chosen)) return setTyped(value);
    setTyped(null);
    return onRange(chosen);
  }
  return (
    <>
      <VehicleChoice
        label={t('history.vehicle')}
        placeholder={t('history.choose-vehicle')}
        vehicleId={vehicleId}
        onChange={onVehicle}
      />
      {onAdd && (
        <VehicleChoice
          key={shownIds.join(' ')}
          label={t('history.compare.add')}
          placeholder={t('history.compare.add')}
          vehicleId={null}
          without={shownIds}
          onChange={onAdd}
        />
      )}
      <Group gap={4} role="group" aria-label={t('history.range.presets')}>
        {PRESETS.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant={name === preset ? 'light' : 'default'}
            aria-pressed={name === preset}
            onClick={() => {
              setTyped(null);
              onRange(presetRange(name, Date.now()));
            }}
          >
            {t(`history.range.${name}`)}
          </Button>
        ))}
      </Group>
      <DateRange
        label={t('history.range.days')}
        labelHidden
        w={236}
        value={days}
        onChange={choose}
        error={tooLong && t('history.range.too-long', { days: MAX_TRACK_DAYS })}
      />
    </>
  );
}

interface ChoiceProps {
  label: string;
  placeholder: string;
  vehicleId: number | null;
  without?: readonly number[];
  onChange: (id: number) => void;
}

/** A select for a vehicle, searched on the server; the chosen one has its label from the start. */
function VehicleChoice({ label, placeholder, vehicleId, without = [], onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, 250);
  const own = useCall('get-history-vehicle-list', { vehicleId: vehicleId ?? 1 }, { enabled: vehicleId !== null });
  const chosen = own.data?.rows[0];
  const found = useCall(
    'get-history-vehicle-list',
    // The field contains the chosen vehicle's name, which is not a search.
    { search: chosen && debounced.trim() === nameAmongOthers(t, chosen) ? '' : debounced.trim(), pageSize: SHOWN },
    { placeholderData: keepPreviousData },
  );
  const rows = found.data?.rows ?? [];
  const all = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows;
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        ...all
          .filter(({ id }) => !without.includes(id))
          .map((each) => ({ value: each.id, label: nameAmongOthers(t, each) })),
        ...restOption(t, rows.length, found.data?.total),
      ]}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={chosen ? vehicleId : null}
      onChange={(id) => id !== null && onChange(id)}
    />
  );
}
