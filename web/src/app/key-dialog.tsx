import { useTranslation } from 'react-i18next';
import { Modal } from '../ui/dialog/modal.tsx';
import { KeyList } from '../ui/key-list/key-list.tsx';

export default function KeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <KeyList />
    </Modal>
  );
}
