import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../dialog/modal.tsx';
import { NewLink } from './new-link.tsx';
import { WorkingLinks } from './working-links.tsx';

interface Props {
  vehicleId: number;
  registration: string;
  onClose(): void;
}

/** Makes links by which anybody can follow a vehicle for a while, and lists the valid ones. */
export default function ShareDialog({ vehicleId, registration, onClose }: Props) {
  const { t } = useTranslation();
  const [endedId, setEndedId] = useState<number | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('share.title', { registration })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      styles={{ title: { fontWeight: 650, fontSize: 17 } }}
      size={520}
    >
      <NewLink vehicleId={vehicleId} endedId={endedId} />
      <WorkingLinks vehicleId={vehicleId} onEnded={setEndedId} />
    </Modal>
  );
}
