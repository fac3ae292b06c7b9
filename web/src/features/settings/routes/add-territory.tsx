import { MAX_STOPS } from '@milepost/contract/route-kinds';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import { Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { notifyError } from '../../../ui/toast/notify.ts';

interface Props {
  routeId: number;
  /** The outlets that are stops already. */
  taken: ReadonlySet<number>;
  onAdd: (outlets: readonly RouteOutlet[]) => void;
}

/** Adds the outlets of a territory that are not stops yet, by code and up to the maximum, and reports how many. */
export function AddTerritory({ routeId, taken, onAdd }: Props) {
  const { t } = useTranslation();
  const mayView = useMay('outlets', 'view');
  const { data } = useCall('get-territory-list', {}, { enabled: mayView });
  const adding = useMutation({
    mutationFn: (territoryId: number) => call('get-route-outlets', { routeId, search: '', territoryId }),
    onSuccess({ rows }) {
      onAdd(rows.filter(({ id }) => !taken.has(id)).slice(0, MAX_STOPS - taken.size));
    },
    onError: (error) => notifyError(t, error),
  });
  const territories = data?.rows.filter(({ outlets }) => outlets > 0) ?? [];
  if (territories.length === 0 || taken.size >= MAX_STOPS) return null;
  const offered = adding.data?.rows ?? [];
  const left = offered.filter(({ id }) => !taken.has(id)).length;
  return (
    <>
      <Select
        label={t('routes.add-territory')}
        placeholder={t('routes.add-territory-choose')}
        searchable
        value={null}
        disabled={adding.isPending}
        data={territories.map(({ id, name, outlets }) => ({ value: id, label: `${name} · ${formatNumber(outlets)}` }))}
        onChange={(chosen) => chosen !== null && adding.mutate(chosen)}
      />
      {adding.isSuccess && (
        <Text size="sm" c="dimmed" role="status">
          {t('routes.add-territory-added', { number: formatNumber(offered.length - left) })}
          {left > 0 &&
            ` ${t('routes.add-territory-left', { left: formatNumber(left), most: formatNumber(MAX_STOPS) })}`}
        </Text>
      )}
    </>
  );
}
