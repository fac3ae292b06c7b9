import type { PlaceOfInterest } from '@milepost/contract/place-routes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import type { Place } from '../../ui/map/geodesy.ts';
import { PlaceForm } from './place-form.tsx';

interface Props {
  /** A place to change, or where a new one is; null while the drawer is closed. */
  place: PlaceOfInterest | Place | null;
  onClose: () => void;
}

/** The form of a place beside the map. */
export default function PlaceDrawer({ place, onClose }: Props) {
  const { t } = useTranslation();
  // Kept while the drawer slides away.
  const [shown, setShown] = useState(place);
  if (place !== null && place !== shown) setShown(place);
  return (
    <RecordDrawer
      title={shown && 'id' in shown ? shown.name : t('maps.places.new')}
      opened={place !== null}
      onClose={onClose}
      loading={false}
      error={null}
      onRetry={() => undefined}
    >
      {place && <PlaceForm place={place} onClose={onClose} />}
    </RecordDrawer>
  );
}
