import type { Territory } from '@milepost/contract/territory-operations';
import { CloseButton, Select, Skeleton, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { errorText } from '../../../ui/error-text.ts';
import { refreshTerritories } from '../../../api/refresh-records.ts';
import classes from './territory-settings.module.css';

interface Props {
  id: number;
  territories: readonly Territory[];
  onClose: () => void;
}

/** An outlet of the map: its territory, and a choice of another territory than the one that contains its location. */
export function OutletCard({ id, territories, onClose }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay('outlets', 'edit');
  const { data, error } = useCall('get-outlet-by-id', { id });
  const assign = useMutation({
    mutationFn: (territoryId: number | null) =>
      call('change-outlets', { ids: [id], field: 'handTerritoryId', value: territoryId }),
    onSettled: refreshTerritories,
  });
  const outlet = data?.outlet;
  const failed = error ?? assign.error;
  return (
    <section className={classes['card']} aria-label={outlet?.name ?? t('territories.outlet')}>
      <header>
        <h2>{outlet?.name}</h2>
        <CloseButton aria-label={t('form.close')} onClick={onClose} />
      </header>
      {outlet === undefined && !error && <Skeleton height={60} />}
      {failed && (
        <Text size="sm" c="red" role="alert">
          {errorText(t, failed)}
        </Text>
      )}
      {outlet && (
        <>
          <Text size="sm" c="dimmed">
            <bdi>{outlet.code}</bdi> · {outlet.territory?.name ?? t('territories.none')}
          </Text>
          {mayEdit && (
            <Select
              label={t('territories.assign')}
              disabled={assign.isPending}
              allowDeselect={false}
              data={[
                { value: 0, label: t('territories.by-place') },
                ...territories
                  .filter(({ organisationId }) => organisationId === outlet.organisationId)
                  .map((one) => ({ value: one.id, label: one.name })),
              ]}
              value={outlet.handTerritoryId ?? 0}
              onChange={(chosen) => assign.mutate(chosen === 0 ? null : chosen)}
            />
          )}
          <Link to={`/settings/outlets/${id}`}>{t('territories.open-outlet')}</Link>
        </>
      )}
    </section>
  );
}
