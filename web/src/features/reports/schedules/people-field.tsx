import { Anchor, MultiSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { SchedulePerson } from '@milepost/contract/report-schedule-operations';
import { MAX_SCHEDULE_PEOPLE } from '@milepost/contract/report-schedules';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/use-call.ts';
import { restOption } from '../../../ui/rest-option.ts';
import { listText } from '../../../text/list-text.ts';

interface Props {
  label: string;
  value: readonly SchedulePerson[];
  onChange: (people: SchedulePerson[]) => void;
  error?: ReactNode;
}

/** Colleagues, searched on the server; those that no e-mail can reach are marked. */
export function PeopleField({ label, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, 250);
  const { data } = useCall(
    'get-report-schedule-people',
    { search: debounced.trim() },
    { placeholderData: keepPreviousData },
  );
  const people = new Map([...value, ...(data?.rows ?? [])].map((person) => [person.id, person]));
  const labelOf = ({ name, mail }: SchedulePerson) => (mail === 'yes' ? name : t(`schedules.person.${mail}`, { name }));
  const unreached = value.filter(({ mail }) => mail !== 'yes');
  return (
    <div>
      <MultiSelect
        label={label}
        description={t('schedules.people-note')}
        searchable
        hidePickedOptions
        selectFirstOptionOnChange
        maxValues={MAX_SCHEDULE_PEOPLE}
        nothingFoundMessage={t('form.nothing-found')}
        data={[
          ...[...people.values()].map((person) => ({ value: person.id, label: labelOf(person) })),
          ...restOption(t, data?.rows.length ?? 0, data?.total),
        ]}
        searchValue={search}
        onSearchChange={setSearch}
        value={value.map(({ id }) => id)}
        onChange={(ids) => onChange(ids.flatMap((id) => people.get(id) ?? []))}
        error={error}
      />
      {unreached.length > 0 && (
        <Text size="xs" c="red" mt={4} role="status">
          {t('schedules.unreached', { names: listText(unreached.map(({ name }) => name)) })}{' '}
          {unreached.some(({ self }) => self) && (
            <Anchor component={Link} to="/extra-pages/profile" size="xs">
              {t('schedules.to-profile')}
            </Anchor>
          )}
        </Text>
      )}
    </div>
  );
}
