import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { openConfirmModal } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { Drawer } from '../../../../ui/dialog/drawer.tsx';
import { showNotification } from '../../../../ui/notification/show-notification.ts';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { choice, onOff, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const OPENED = { opened: expression('opened'), onClose: expression('close') };

export function ModalSpecimen() {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const confirm = () =>
    openConfirmModal({
      title: t('ui.modal.confirm-title'),
      children: t('ui.modal.confirm-text'),
      labels: { confirm: t('ui.modal.confirm'), cancel: t('form.cancel') },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': t('form.close') },
      onConfirm: () => showNotification('bg-green', t('ui.modal.confirmed')),
    });
  return (
    <Specimen
      id="modal"
      title={t('ui.modal.title')}
      text={t('ui.modal.text')}
      knobs={{
        title: words(t('ui.modal.head')),
        size: choice(['xs', 'sm', 'md', 'lg', 'xl'], 'md'),
        centered: onOff(true),
        fullScreen: onOff(false),
        closeOnClickOutside: onOff(true),
        closeOnEscape: onOff(true),
      }}
      code={(changed) => jsxCode('Modal', { ...OPENED, title: t('ui.modal.head'), ...changed }, '…')}
    >
      {(knobs) => (
        <>
          <Button onClick={open}>{t('ui.modal.open')}</Button>
          <Button variant="default" onClick={confirm}>
            {t('ui.modal.ask')}
          </Button>
          <Modal opened={opened} onClose={close} {...knobs} closeButtonProps={{ 'aria-label': t('form.close') }}>
            <Text>{t('ui.modal.body')}</Text>
            <Group justify="flex-end" mt="md">
              <Button onClick={close}>{t('form.close')}</Button>
            </Group>
          </Modal>
        </>
      )}
    </Specimen>
  );
}

export function DrawerSpecimen() {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  return (
    <Specimen
      id="drawer"
      title={t('ui.drawer.title')}
      text={t('ui.drawer.text')}
      knobs={{
        title: words(t('ui.drawer.head')),
        position: choice(['left', 'right', 'top', 'bottom'], 'right'),
        size: choice(['xs', 'sm', 'md', 'lg', 'xl'], 'md'),
        withOverlay: onOff(true),
      }}
      code={(changed) =>
        jsxCode('Drawer', { ...OPENED, position: 'right', title: t('ui.drawer.head'), ...changed }, '…')
      }
    >
      {(knobs) => (
        <>
          <Button onClick={open}>{t('ui.drawer.open')}</Button>
          <Drawer opened={opened} onClose={close} {...knobs} closeButtonProps={{ 'aria-label': t('form.close') }}>
            <Text>{t('ui.drawer.body')}</Text>
          </Drawer>
        </>
      )}
    </Specimen>
  );
}
