import type { VehicleLimit } from '@milepost/contract/vehicle-limit';
import { Checkbox, Input, MultiSelect, type OptionsFilter, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue, useId } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { cutOption, restOption } from '../../../ui/rest-option.ts';

interface Props {
  /** The organisation whose groups and vehicles are offered, including its descendants'. */
  organisationId: number;
  /** Null allows every vehicle. */
  value: VehicleLimit | null;
  onChange: (limit: VehicleLimit | null) => void;
  /** False for people with a limit: nobody grants others more than they see themselves. */
  mayShowAll: boolean;
  /** False for people who do not see all geofences, places, outlets and contacts themselves. */
  mayShowCommon: boolean;
  readOnly: boolean;
  error?: ReactNode;
}

type Part = 'groups' | 'vehicles';

const bare = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();

/** Filters the loaded options immediately, before the server replies; the note about further matches stays. */
const plateFilter: OptionsFilter<number> = ({ options, search }) =>
  options.filter((one) => 'label' in one && (one.disabled || bare(one.label).includes(bare(search))));

const EMPTY_LIMIT: VehicleLimit = { groups: [], vehicles: [], common: false };

/** The vehicles that a person sees: all, those of groups, or single ones; groups and single ones add up. */
export function LimitField({ organisationId, value, onChange, mayShowAll, mayShowCommon, readOnly, error }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`admin.users.sees.${key}`);
  const [part, setPart] = useState<Part>(value && value.groups.length === 0 ? 'vehicles' : 'groups');
  const labelId = useId();
  const choose = (next: string) => {
    if (next === 'all') return onChange(null);
    setPart(next === 'groups' ? 'groups' : 'vehicles');
    if (value === null) onChange(EMPTY_LIMIT);
    return undefined;
  };
  const shows = (one: Part) => value !== null && (part === one || value[one].length > 0);
  return (
    <Stack gap="xs" role="group" aria-labelledby={labelId}>
      <Input.Wrapper label={<span id={labelId}>{label('title')}</span>} labelElement="div" error={error}>
        <SegmentedControl
          fullWidth
          disabled={readOnly}
          aria-labelledby={labelId}
          value={value === null ? 'all' : part}
          onChange={choose}
          data={[
            ...(mayShowAll || value === null ? [{ value: 'all', label: label('all'), disabled: !mayShowAll }] : []),
            { value: 'groups', label: label('groups') },
            { value: 'vehicles', label: label('vehicles') },
          ]}
        />
      </Input.Wrapper>
      {value !== null && (
        <>
          <Picks part={part} organisationId={organisationId} value={value} onChange={onChange} shows={shows} />
          <CommonBox value={value} onChange={onChange} disabled={readOnly || !mayShowCommon} />
        </>
      )}
    </Stack>
  );
}

interface CommonProps<Limit> {
  value: Limit;
  onChange: (limit: Limit) => void;
  disabled: boolean;
}

/** A checkbox: whether a limit also shows geofences, places, outlets and contacts that concern none of its vehicles. */
export function CommonBox<Limit extends Pick<VehicleLimit, 'common'>>({
  value,
  onChange,
  disabled,
}: CommonProps<Limit>) {
  const { t } = useTranslation();
  return (
    <Checkbox
      label={t('admin.users.sees.common')}
      description={t('admin.users.sees.common-hint')}
      checked={value.common}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange({ ...value, common: currentTarget.checked })}
    />
  );
}

interface PicksProps extends Pick<Props, 'organisationId' | 'onChange'> {
  value: VehicleLimit;
  part: Part;
  shows: (part: Part) => boolean;
}

const labelled = (names: ReadonlyMap<number, string>, ids: readonly number[]) =>
  ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });

const options = (names: ReadonlyMap<number, string>) => [...names].map(([id, name]) => ({ value: id, label: name }));

function Picks({ organisationId, value, onChange, part, shows }: PicksProps) {
  const { t } = useTranslation();
  const label = (key: string) => t(`admin.users.sees.${key}`);
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, 200);
  const input = { organisationId, vehicle: debounced.trim() };
  const query = useCall('get-limit-choices', input, { placeholderData: keepPreviousData });
  const groups = new Map([...value.groups, ...(query.data?.groups ?? [])].map((one) => [one.id, one.name]));
  const vehicles = new Map([...value.vehicles, ...(query.data?.vehicles ?? [])].map((one) => [one.id, one.name]));
  const common = { searchable: true, clearable: true, hidePickedOptions: true } as const;
  return (
    <>
      {shows('groups') && (
        <MultiSelect
          {...common}
          label={label('group-list')}
          placeholder={value.groups.length === 0 ? label('group-hint') : ''}
          nothingFoundMessage={t('form.nothing-found')}
          data={[...options(groups), ...cutOption(t, query.data?.groups.length ?? 0, query.data?.groupsTotal)]}
          value={value.groups.map(({ id }) => id)}
          onChange={(ids) => onChange({ ...value, groups: labelled(groups, ids) })}
        />
      )}
      {shows('vehicles') && (
        <MultiSelect
          {...common}
          label={label('vehicle-list')}
          placeholder={value.vehicles.length === 0 ? label('vehicle-hint') : ''}
          nothingFoundMessage={t('form.nothing-found')}
          filter={plateFilter}
          // Enter chooses a typed registration.
          selectFirstOptionOnChange
          data={[...options(vehicles), ...restOption(t, query.data?.vehicles.length ?? 0, query.data?.total)]}
          searchValue={search}
          onSearchChange={setSearch}
          value={value.vehicles.map(({ id }) => id)}
          onChange={(ids) => onChange({ ...value, vehicles: labelled(vehicles, ids) })}
          autoFocus={part === 'vehicles' && value.vehicles.length === 0}
        />
      )}
      <Text size="sm" c="dimmed">
        {[label('hint'), ...(shows('groups') ? [label('hint-groups')] : [])].join(' ')}
      </Text>
    </>
  );
}
