import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { cutOption } from '../../ui/rest-option.ts';

interface Props {
  value: readonly string[];
  /** Names of those that are chosen to begin with. */
  names: ReadonlyMap<string, string>;
  onChange: (value: string[]) => void;
  error: ReactNode;
}

const PAUSE_MS = 200;

const options = (named: ReadonlyMap<string, string>) => [...named].map(([value, label]) => ({ value, label }));

/** To whom: everybody, all drivers, roles, groups, and people; the last two are searched on the server. */
export function RecipientField({ value, names, onChange, error }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim().slice(0, 100), PAUSE_MS);
  const { data } = useCall('get-message-choices', { person: asked }, { placeholderData: keepPreviousData });
  const [known, setKnown] = useState(names);
  /** Those who are chosen, whatever is searched, and those who are found. */
  function offered(kind: string, found: readonly { id: number; name: string }[] = []): Map<string, string> {
    const chosen = [...known].filter(([one]) => one.startsWith(`${kind}:`) && value.includes(one));
    return new Map([...chosen, ...found.map(({ id, name }) => [`${kind}:${id}`, name] as const)]);
  }
  const people = offered('person', data?.people);
  const roles = offered('role', data?.roles);
  const groups = offered('group', data?.groups);
  const all = [{ value: 'all', label: t('messages.everybody') }];
  if (data?.below === true || value.includes('below'))
    all.push({ value: 'below', label: t('messages.everybody-below') });
  if (data?.drivers === true || value.includes('drivers')) all.push({ value: 'drivers', label: t('messages.drivers') });
  return (
    <MultiSelect
      label={t('messages.to')}
      withAsterisk
      searchable
      hidePickedOptions
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        { group: t('messages.all'), items: all },
        { group: t('messages.roles'), items: options(roles) },
        { group: t('messages.groups'), items: options(groups) },
        { group: t('messages.people'), items: options(people) },
        ...cutOption(t, data?.people.length ?? 0, data?.peopleTotal).map((one) => ({
          ...one,
          value: String(one.value),
        })),
      ]}
      searchValue={search}
      onSearchChange={setSearch}
      value={[...value]}
      onChange={(next) => {
        setKnown(new Map([...known, ...people, ...roles, ...groups]));
        onChange(next);
      }}
      error={error}
      data-autofocus
    />
  );
}
