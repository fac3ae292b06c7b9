import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MOST_SCHEDULE_PEOPLE } from '@milepost/contract/report-schedules';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { restOption } from '../../../ui/rest-option.ts';
import type { Named } from './schedule-values.ts';

interface Props {
  label: string;
  value: readonly Named[];
  onChange: (people: Named[]) => void;
  error?: ReactNode;
}

/** Colleagues, searched on the server. */
export function PeopleField({ label, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 250);
  const { data } = useCall(
    'get-report-schedule-people',
    { search: asked.trim() },
    { placeholderData: keepPreviousData },
  );
  const names = new Map([...value, ...(data?.rows ?? [])].map(({ id, name }) => [id, name]));
  return (
    <MultiSelect
      label={label}
      description={t('schedules.people-note')}
      searchable
      hidePickedOptions
      selectFirstOptionOnChange
      maxValues={MOST_SCHEDULE_PEOPLE}
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        ...[...names].map(([id, name]) => ({ value: id, label: name })),
        ...restOption(t, data?.rows.length ?? 0, data?.total),
      ]}
      searchValue={search}
      onSearchChange={setSearch}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => ({ id, name: names.get(id) ?? '' })))}
      error={error}
    />
  );
}
