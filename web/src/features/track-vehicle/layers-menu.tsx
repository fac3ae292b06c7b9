import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import type { useGround } from '../../map/use-ground.ts';
import type { MenuFrame } from '../../ui/lazy-menu.tsx';
import classes from './map-tools.module.css';

/** The layers that can be shown below the vehicles besides the basemap. */
export type LiveLayer = 'fences' | 'places';

interface Props extends MenuFrame {
  ground: ReturnType<typeof useGround>;
  over: readonly LiveLayer[];
  onOver(over: LiveLayer[]): void;
}

/** The choice of the basemap below the vehicles, and of the layers on it. */
export default function LayersMenu({ button, opened, onChange, ground, over, onOver }: Props) {
  const { t } = useTranslation();
  const may: Record<LiveLayer, boolean> = { fences: useMay('geo-fence', 'view'), places: useMay('maps', 'view') };
  const layers = (['fences', 'places'] as const).filter((layer) => may[layer]);
  return (
    <Menu position="left-end" shadow="md" withinPortal={false} opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {layers.length > 0 && <Menu.Label>{t('map.over')}</Menu.Label>}
        {layers.map((layer) => (
          <Menu.CheckboxItem
            key={layer}
            checked={over.includes(layer)}
            onChange={(on) => onOver(on ? [...over, layer] : over.filter((one) => one !== layer))}
          >
            {t(`map.over-${layer}`)}
          </Menu.CheckboxItem>
        ))}
        {ground.grounds.length > 1 && <Menu.Label>{t('map.basemap')}</Menu.Label>}
        {ground.grounds.length > 1 &&
          ground.grounds.map(({ value, label }) => (
            <Menu.Item
              key={value}
              leftSection={value === ground.ground ? <IconCheck size={14} /> : <span className={classes.noCheck} />}
              onClick={() => ground.choose(value)}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
