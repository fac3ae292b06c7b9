import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import type { Coordinates } from '../../../ui/map/geodesy.ts';

const NULL_ISLAND = { lat: 0, lon: 0 };

/**
 * Warns of an outlet in the open sea. It is not rejected, because the coastlines lack structures that were built into
 * the sea.
 */
export function OffshoreNote({ place }: { place: Coordinates | null }) {
  const { t } = useTranslation();
  const { data } = useCall('get-outlet-place-check', place ?? NULL_ISLAND, { enabled: place !== null });
  if (place === null || data?.offshore !== true) return null;
  return (
    <Alert type="warning" dismissible={false}>
      {t('outlets.offshore')}
    </Alert>
  );
}
