import { Menu } from '@mantine/core';
import type { SavedReportEntry } from '@milepost/contract/saved-report-operations';
import { IconFilePlus, IconFolderPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatSettings } from '../../../text/format-settings.ts';
import type { MenuFrame } from '../../../ui/lazy-menu.tsx';

interface Props extends MenuFrame {
  onNew: () => void;
  onAdd: (to: SavedReportEntry) => void;
}

/** A new saved report, or another section of an existing one. */
export default function SaveItems({ button, opened, onChange, onNew, onAdd }: Props) {
  const { t } = useTranslation();
  const { language } = formatSettings();
  const { data } = useCall('get-saved-report-list', { language }, { enabled: opened });
  const mine = data?.rows.filter(({ mayEdit }) => mayEdit) ?? [];
  return (
    <Menu position="bottom-end" shadow="md" opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Item leftSection={<IconFilePlus size={18} stroke={1.6} />} onClick={onNew}>
          {t('saved-reports.new')}
        </Menu.Item>
        {mine.length > 0 && <Menu.Label>{t('saved-reports.add-to')}</Menu.Label>}
        {mine.map((one) => (
          <Menu.Item key={one.id} leftSection={<IconFolderPlus size={18} stroke={1.6} />} onClick={() => onAdd(one)}>
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
