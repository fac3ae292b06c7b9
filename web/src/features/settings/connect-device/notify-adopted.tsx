import type { Vehicle } from '@milepost/contract/vehicle-operations';
import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { notify } from '../../../ui/toast/notify.ts';

/** Reports that a device is now in this vehicle, with a link to it on the map. */
export function notifyAdopted(vehicle: Vehicle): void {
  notify(<Adopted vehicle={vehicle} />, { delayMs: 12_000, color: 'green' });
}

function Adopted({ vehicle: { id, registration } }: { vehicle: Vehicle }) {
  const { t } = useTranslation();
  const mayMap = useMay('live-map', 'view');
  return (
    <Group justify="space-between" wrap="nowrap">
      {t('settings.connect.adopted', { registration })}
      {mayMap && (
        <Anchor component={Link} to={`/track-vehicle/${id}`}>
          {t('settings.connect.see-on-map')}
        </Anchor>
      )}
    </Group>
  );
}
