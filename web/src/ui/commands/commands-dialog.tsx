import { useTranslation } from 'react-i18next';
import { Modal } from '../dialog/modal.tsx';
import { DeviceCommands } from './device-commands.tsx';
import classes from './commands.module.css';
import { RecentCommands } from './recent-commands.tsx';

interface Props {
  vehicleId: number;
  registration: string;
  onClose(): void;
}

/** The commands of one vehicle, over the map. */
export default function CommandsDialog({ vehicleId, registration, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('commands.of', { registration })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      styles={{ title: { fontWeight: 650, fontSize: 17 } }}
      size={560}
    >
      <DeviceCommands vehicleId={vehicleId} registration={registration} />
      <div className={classes['below']}>
        <RecentCommands vehicleId={vehicleId} />
      </div>
    </Modal>
  );
}
