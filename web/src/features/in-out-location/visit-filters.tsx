import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import type { CallOutput } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { DateRange, type DateRangeValue } from '../../ui/date-range/date-range.tsx';
import { isTooLong, LASTING, MAX_DAYS, type VisitState } from './visit-state.ts';
import { nameAmongOthers } from '../../ui/move/moved-text.ts';
import { cutOption, labelledOptions, restOption } from '../../ui/rest-option.ts';

interface Props {
  state: VisitState;
  filter(filters: Readonly<Record<string, string | null>>): void;
}

const PAUSE_MS = 250;

/**
 * The filters of the visits besides the search. The list of vehicles inside now has no filter for days and duration.
 */
export function VisitFilters({ state, filter }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {state.tab !== 'inside' && <Days state={state} filter={filter} />}
      <Fence state={state} filter={filter} />
      <Vehicle state={state} filter={filter} />
      {state.tab !== 'inside' && (
        <Select
          aria-label={t('in-out-location.lasting')}
          placeholder={t('in-out-location.any-length')}
          clearable
          w={124}
          data={Object.keys(LASTING).map((value) => ({ value, label: t(`in-out-location.lengths.${value}`) }))}
          value={state.lasting}
          onChange={(lasting) => filter({ lasting })}
        />
      )}
    </>
  );
}

function Days({ state, filter }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<DateRangeValue | null>(null);
  return (
    <DateRange
      label={t('in-out-location.days')}
      labelHidden
      w={228}
      value={chosen ?? [state.from, state.to]}
      error={isTooLong(state) && t('in-out-location.too-long', { most: MAX_DAYS })}
      onChange={([from, to]) => {
        setChosen(from !== null && to !== null ? null : [from, to]);
        if (from !== null && to !== null) filter({ from, to });
      }}
    />
  );
}

const asTexts = (options: ReturnType<typeof restOption>) =>
  options.map((option) => ({ ...option, value: String(option.value) }));

function Fence({ state, filter }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [fence] = useDebouncedValue(typed, PAUSE_MS);
  const chosen = state.fenceId === null ? {} : { fenceId: state.fenceId };
  const { data } = useCall('get-visit-choices', { fence, ...chosen }, { placeholderData: keepPreviousData });
  return (
    <>
      <Select
        aria-label={t('in-out-location.fence')}
        placeholder={t('in-out-location.all-fences')}
        clearable
        searchable
        w={148}
        nothingFoundMessage={t('form.nothing-found')}
        data={[
          ...(data?.fences.map(({ id, name }) => ({ value: String(id), label: name })) ?? []),
          ...asTexts(restOption(t, data?.fences.length ?? 0, data?.fencesTotal)),
        ]}
        // Shows all options, because the server has searched already.
        filter={({ options }) => options}
        value={state.fenceId === null ? null : String(state.fenceId)}
        onSearchChange={(text) => setTyped(data?.fences.some(({ name }) => name === text) ? '' : text)}
        onChange={(id) => filter({ fence: id })}
      />
      {(data?.tags.length ?? 0) > 0 && (
        <Select
          aria-label={t('in-out-location.tag')}
          placeholder={t('in-out-location.all-tags')}
          clearable
          searchable
          w={112}
          data={[...(data?.tags ?? []), ...asTexts(cutOption(t, data?.tags.length ?? 0, data?.tagsTotal))]}
          value={state.tag}
          onChange={(tag) => filter({ tag })}
        />
      )}
    </>
  );
}

/** Groups and single vehicles, if the role may see vehicles; the vehicle in a link can always be cleared. */
function Vehicle({ state, filter }: Props) {
  const { t } = useTranslation();
  const may = useMay('vehicles', 'view');
  const groups = useCall('get-group-list', {}, { enabled: may });
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const vehicles = useCall(
    'get-vehicle-list',
    { search, moved: 'with', pageSize: 50 },
    { enabled: may, placeholderData: keepPreviousData },
  );
  const { vehicleId } = state;
  const one = useCall('get-vehicle-by-id', { id: vehicleId ?? 0 }, { enabled: may && vehicleId !== null });
  const listed: Pick<CallOutput<'get-vehicle-by-id'>['vehicle'], 'id' | 'registration' | 'moved'>[] = [
    ...(vehicles.data?.rows ?? []),
  ];
  const chosen = one.data?.vehicle;
  if (chosen && !listed.some(({ id }) => id === chosen.id)) listed.unshift(chosen);
  const options = listed.map((each) => ({ value: String(each.id), label: nameAmongOthers(t, each) }));
  if (!may && vehicleId !== null) options.push({ value: String(vehicleId), label: t('in-out-location.one-vehicle') });
  if (!may && vehicleId === null) return null;
  return (
    <>
      <Select
        aria-label={t('in-out-location.vehicle')}
        placeholder={t('in-out-location.all-vehicles')}
        clearable
        searchable
        w={130}
        nothingFoundMessage={t('form.nothing-found')}
        data={[...options, ...asTexts(restOption(t, vehicles.data?.rows.length ?? 0, vehicles.data?.total))]}
        // Shows all options, because the server has searched already.
        filter={({ options: all }) => all}
        value={vehicleId === null ? null : String(vehicleId)}
        onSearchChange={(text) => setTyped(options.some(({ label }) => label === text) ? '' : text)}
        onChange={(id) => filter({ vehicle: id })}
      />
      {(groups.data?.rows.length ?? 0) > 0 && (
        <Select
          aria-label={t('in-out-location.group')}
          placeholder={t('in-out-location.all-groups')}
          clearable
          searchable
          w={124}
          data={asTexts(labelledOptions(t, groups.data?.rows, groups.data?.total))}
          value={state.groupId === null ? null : String(state.groupId)}
          onChange={(group) => filter({ group })}
        />
      )}
    </>
  );
}
