import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../api/setup.ts';
import type { BasemapKind, MapTheme } from './basemap-style.ts';
import { localStore } from '../api/local-store.ts';

/** The basemap that a person chose: `raster:` and a name, or one of these. */
export type Ground = 'online' | 'offline' | `raster:${string}`;

interface Rasters {
  mapRasters: readonly { name: string; style: string }[];
  mapStyleLight: string;
  mapStyleDark: string;
}

/** The available basemaps; the offline one is always among them. */
export const groundsOf = ({ mapRasters, mapStyleLight, mapStyleDark }: Rasters): Ground[] => [
  ...(mapStyleLight !== '' || mapStyleDark !== '' ? (['online'] as const) : []),
  'offline',
  ...mapRasters.map(({ name }) => `raster:${name}` as const),
];

/** The style of a basemap; one that the settings no longer contain is replaced by the first available one. */
export function styleOfGround(
  ground: string,
  { mapRasters, mapStyleLight, mapStyleDark }: Rasters,
): { basemap: BasemapKind; styleUrls: Record<MapTheme, string> } {
  const raster = mapRasters.find(({ name }) => ground === `raster:${name}`);
  // A raster basemap has one style for both themes.
  if (raster) return { basemap: 'online', styleUrls: { light: raster.style, dark: raster.style } };
  const isOffline = ground === 'offline' || (mapStyleLight === '' && mapStyleDark === '');
  return { basemap: isOffline ? 'offline' : 'online', styleUrls: { light: mapStyleLight, dark: mapStyleDark } };
}

const NONE: Rasters = { mapRasters: [], mapStyleLight: '', mapStyleDark: '' };

/** The basemap of the maps: one choice for all of them, stored in this browser. */
export function useGround() {
  const { t } = useTranslation();
  const setup = useSetup().data ?? NONE;
  const [ground, choose] = useLocalStorage({ key: localStore.keyOf('milepost.basemap'), defaultValue: 'online' });
  const style = useMemo(() => styleOfGround(ground, setup), [ground, setup]);
  const grounds = groundsOf(setup);
  return {
    ...style,
    ground: grounds.find((one) => one === ground) ?? grounds[0] ?? 'offline',
    grounds: grounds.map((value) => ({
      value,
      label: value.startsWith('raster:') ? value.slice(7) : t(`map.basemap-${value}`),
    })),
    choose,
  };
}
