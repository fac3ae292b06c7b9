import { MAX_STOPS } from '@milepost/contract/route-kinds';
import type { RouteOutlet, RouteStop } from '@milepost/contract/route-stop';
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatDistance } from '../../../text/format.ts';
import { distanceM } from '../../../ui/map/geodesy.ts';
import { cutText } from '../../../ui/rest-option.ts';

const SHOWN = 50;

interface Props {
  routeId: number;
  /** The present stops. */
  stops: readonly RouteStop[];
  /** True if an outlet can be clicked on a map beside it. */
  hasMap?: boolean;
  onAdd: (outlet: RouteOutlet) => void;
}

/**
 * Finds an outlet by its code, name or address and appends it as a stop. A chain has many outlets of one name: the
 * distance distinguishes them.
 */
export function AddStop({ routeId, stops, hasMap = false, onAdd }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { data } = useCall('get-route-outlets', { routeId, search });
  const taken = new Set(stops.map(({ outlet }) => outlet.id));
  const last = stops.at(-1)?.outlet.place ?? null;
  const labelOf = ({ code, name, place }: RouteOutlet): string =>
    [code, name, last && place && t('routes.from-last-stop', { distance: formatDistance(distanceM(last, place)) })]
      .filter(Boolean)
      .join(' · ');
  const found = (data?.rows ?? []).filter(({ id }) => !taken.has(id));
  if (taken.size >= MAX_STOPS) {
    return (
      <Text size="sm" c="dimmed">
        {t('routes.most-stops', { number: MAX_STOPS })}
      </Text>
    );
  }
  return (
    <Select
      label={t('routes.add-stop')}
      description={data && found.length > SHOWN ? cutText(t, SHOWN, data.total) : hasMap && t('routes.add-stop-hint')}
      placeholder={t('routes.add-stop-search')}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('form.nothing-found')}
      // Shows all options, because the server has searched already, and not only in the label.
      filter={({ options }) => options}
      data={found.slice(0, SHOWN).map((outlet) => ({ value: outlet.id, label: labelOf(outlet) }))}
      onChange={(chosen) => {
        const outlet = found.find(({ id }) => id === chosen);
        if (outlet) onAdd(outlet);
        setTyped('');
      }}
    />
  );
}
