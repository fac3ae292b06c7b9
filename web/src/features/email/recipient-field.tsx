import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinkTo } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { cutOption } from '../../ui/rest-option.ts';
import { listText } from '../../text/list-text.ts';

interface Props {
  value: readonly string[];
  /** The names of the initial recipients. */
  names: ReadonlyMap<string, string>;
  onChange: (value: string[]) => void;
  error: ReactNode;
}

const PAUSE_MS = 200;

const options = (labels: ReadonlyMap<string, string>) => [...labels].map(([value, label]) => ({ value, label }));

/** The recipients: everybody, all drivers, roles, groups, and people; the last two are searched on the server. */
export function RecipientField({ value, names, onChange, error }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search.trim().slice(0, 100), PAUSE_MS);
  const { data } = useCall('get-message-choices', { person: debounced }, { placeholderData: keepPreviousData });
  const [known, setKnown] = useState(names);
  /** The chosen options, whatever the search, and the matches. */
  function offered(kind: string, found: readonly { id: number; name: string }[] = []): Map<string, string> {
    const chosen = [...known].filter(([one]) => one.startsWith(`${kind}:`) && value.includes(one));
    return new Map([...chosen, ...found.map(({ id, name }) => [`${kind}:${id}`, name] as const)]);
  }
  const people = offered('person', data?.people);
  const offline = offered('driver', data?.offline);
  const roles = offered('role', data?.roles);
  const groups = offered('group', data?.groups);
  const all = [{ value: 'all', label: t('messages.everybody') }];
  if (data?.below === true || value.includes('below'))
    all.push({ value: 'below', label: t('messages.everybody-below') });
  if (data?.drivers === true || value.includes('drivers')) all.push({ value: 'drivers', label: t('messages.drivers') });
  // The known details of matches are retained when another name is searched.
  const [phones, setPhones] = useState<ReadonlyMap<string, boolean>>(new Map());
  const found = (data?.offline ?? []).map(({ id, hasPhone }) => [`driver:${id}`, hasPhone] as const);
  if (found.some(([one, has]) => phones.get(one) !== has)) setPhones(new Map([...phones, ...found]));
  const chosen = [...offline].filter(([one]) => value.includes(one));
  return (
    <>
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
          { group: t('messages.offline'), items: options(offline) },
          ...cutOption(t, data?.people.length ?? 0, data?.peopleTotal).map((one) => ({
            ...one,
            value: String(one.value),
          })),
        ]}
        searchValue={search}
        onSearchChange={setSearch}
        value={[...value]}
        onChange={(next) => {
          setKnown(new Map([...known, ...people, ...offline, ...roles, ...groups]));
          onChange(next);
        }}
        error={error}
        data-autofocus
      />
      {chosen.length > 0 && (
        <HowReached
          drivers={chosen.map(([one, name]) => ({ name, hasPhone: phones.get(one) === true }))}
          sms={data?.sms === true}
        />
      )}
    </>
  );
}

/**
 * Explains, before a message is sent, how it reaches drivers without an account, and which drivers only the sender can
 * reach.
 */
function HowReached({ drivers, sms }: { drivers: readonly { name: string; hasPhone: boolean }[]; sms: boolean }) {
  const { t } = useTranslation();
  const canLink = useLinkTo() !== null;
  const namesOf = (all: typeof drivers) => listText(all.map(({ name }) => name));
  if (!canLink) {
    return (
      <Alert type="danger" dismissible={false} mt="xs">
        {t('messages.no-base')}
      </Alert>
    );
  }
  const bySms = sms ? drivers.filter(({ hasPhone }) => hasPhone) : [];
  const byHand = drivers.filter((one) => !bySms.includes(one));
  const unreached = byHand.filter(({ hasPhone }) => !hasPhone);
  return (
    <Alert type={unreached.length > 0 ? 'warning' : 'info'} dismissible={false} mt="xs">
      {bySms.length > 0 && <div>{t('messages.reached-by-sms', { names: namesOf(bySms) })}</div>}
      {byHand.length > 0 && <div>{t('messages.reached-by-link', { names: namesOf(byHand) })}</div>}
      {unreached.length > 0 && <div>{t('messages.no-phone', { names: namesOf(unreached) })}</div>}
    </Alert>
  );
}
