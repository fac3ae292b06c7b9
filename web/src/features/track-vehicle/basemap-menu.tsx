import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BasemapKind } from '../../map/basemap-style.ts';
import type { MenuFrame } from '../../ui/lazy-menu.tsx';
import classes from './map-tools.module.css';

interface Props extends MenuFrame {
  basemap: BasemapKind;
  onBasemap(kind: BasemapKind): void;
}

/** Choice of the ground under the vehicles. */
export default function BasemapMenu({ button, opened, onChange, basemap, onBasemap }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="left-end" shadow="md" withinPortal={false} opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('map.basemap')}</Menu.Label>
        {(['online', 'offline'] as const).map((kind) => (
          <Menu.Item
            key={kind}
            leftSection={kind === basemap ? <IconCheck size={14} /> : <span className={classes.noCheck} />}
            onClick={() => onBasemap(kind)}
          >
            {t(`map.basemap-${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
