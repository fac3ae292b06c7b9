import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../ui/dialog/drawer.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { SkinsTab } from './skins-tab.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The appearance and behaviour of the application in this browser. */
export default function RightPanel({ opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      loses={false}
      opened={opened}
      onClose={onClose}
      position="right"
      size={340}
      title={t('panel.title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      overlayProps={{ backgroundOpacity: 0.15 }}
      styles={{ title: { fontWeight: 650, fontSize: 16 } }}
    >
      <Tabs defaultValue="skins" keepMounted={false}>
        <Tabs.List grow mb="md">
          <Tabs.Tab value="skins">{t('panel.skins')}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('panel.settings')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="skins">
          <SkinsTab />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsTab />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
}
