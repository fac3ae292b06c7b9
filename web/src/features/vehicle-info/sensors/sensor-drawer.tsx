import { useTranslation } from 'react-i18next';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { type EditedSensor, SensorForm } from './sensor-form.tsx';

interface Props {
  edited: EditedSensor | null;
  attributes: readonly { name: string; value: number | boolean }[];
  onClose: () => void;
}

/** A sensor beside its list. */
export default function SensorDrawer({ edited, attributes, onClose }: Props) {
  const { t } = useTranslation();
  const title = edited?.sensor?.name ?? t('sensors.add');
  return (
    <RecordDrawer
      title={title}
      opened={edited !== null}
      onClose={onClose}
      loading={false}
      error={null}
      onRetry={() => undefined}
      size={500}
    >
      {edited && <SensorForm edited={edited} attributes={attributes} onClose={onClose} />}
    </RecordDrawer>
  );
}
