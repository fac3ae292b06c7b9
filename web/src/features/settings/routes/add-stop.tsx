import { MOST_STOPS } from '@milepost/contract/route-kinds';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { cutText } from '../../../ui/rest-option.ts';

const SHOWN = 50;

interface Props {
  routeId: number;
  /** The outlets that are stops already. */
  taken: ReadonlySet<number>;
  onAdd: (outlet: RouteOutlet) => void;
}

/** Finds an outlet by its code, name or address and takes it in as the last stop. */
export function AddStop({ routeId, taken, onAdd }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { data } = useCall('get-route-outlets', { routeId, search });
  const found = (data?.rows ?? []).filter(({ id }) => !taken.has(id));
  if (taken.size >= MOST_STOPS) {
    return (
      <Text size="sm" c="dimmed">
        {t('routes.most-stops', { number: MOST_STOPS })}
      </Text>
    );
  }
  return (
    <Select
      label={t('routes.add-stop')}
      description={data && found.length > SHOWN ? cutText(t, SHOWN, data.total) : t('routes.add-stop-hint')}
      placeholder={t('routes.add-stop-search')}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('form.nothing-found')}
      // The server has searched, in more than the label.
      filter={({ options }) => options}
      data={found.slice(0, SHOWN).map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
      onChange={(chosen) => {
        const outlet = found.find(({ id }) => id === chosen);
        if (outlet) onAdd(outlet);
        setTyped('');
      }}
    />
  );
}
