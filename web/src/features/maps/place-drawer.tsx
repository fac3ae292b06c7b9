import type { PlaceOfInterest } from '@milepost/contract/place-operations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import { useFreshRows } from '../../ui/form/use-fresh-rows.ts';
import type { Coordinates } from '../../ui/map/geodesy.ts';
import { PlaceForm } from './place-form.tsx';

interface Props {
  /** An existing place, or the coordinates of a new one; null while the drawer is closed. */
  place: PlaceOfInterest | Coordinates | null;
  onClose: () => void;
}

/** The form of a place beside the map. */
export default function PlaceDrawer({ place, onClose }: Props) {
  const { t } = useTranslation();
  // Retained during the closing animation.
  const [shown, setShown] = useState(place);
  if (place !== null && place !== shown) setShown(place);
  const id = place && 'id' in place ? place.id : null;
  const list = useCall('get-place-list', {}, { enabled: id !== null });
  const fresh = useFreshRows(id, list.refetch);
  const known = list.data?.rows.find((one) => one.id === id);
  return (
    <RecordDrawer
      title={shown && 'id' in shown ? shown.name : t('maps.places.new')}
      opened={place !== null}
      onClose={onClose}
      loading={!fresh}
      error={null}
      onRetry={() => undefined}
    >
      {place && <PlaceForm place={known ?? place} onClose={onClose} />}
    </RecordDrawer>
  );
}
