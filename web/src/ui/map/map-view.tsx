import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMadeMap } from '../../map/use-made-map.ts';
import { useGestures } from '../gestures/use-gestures.ts';
import { takeAsset } from '../load-asset/load-asset.ts';
import type { BaseMap, Basemap, MapLook } from './base-map.ts';
import type { Coordinates } from './geodesy.ts';
import type { LayerGroup } from './layer-groups.ts';
import { MapPlace } from './map-place.tsx';
import classes from './map-view.module.css';

export interface MapViewProps {
  /** The description of the map, for screen readers. */
  label: string;
  /** The initial camera. */
  camera: readonly [lon: number, lat: number, zoom: number];
  basemap?: Basemap;
  /** The online styles of the settings; must stay the same object while they do not change. */
  styleUrls?: MapLook['styleUrls'];
  /** The hidden groups of layers; must stay the same object while they do not change. */
  hidden?: ReadonlySet<LayerGroup>;
  /** False for a map that is only looked at. Read once, when the map is created. */
  interactive?: boolean;
  onClick?: (place: Coordinates) => void;
  /** Called when a finger was held on the coordinates. */
  onPress?: (place: Coordinates) => void;
  onMove?: (map: BaseMap) => void;
  /** Called with the map once it is created, and with null when it is removed. */
  onMap?: (map: BaseMap | null) => void;
}

const NO_STYLES = { light: '', dark: '' };
const NONE_HIDDEN: ReadonlySet<LayerGroup> = new Set();

/** A map in its element. MapLibre is a separate chunk, lazy-loaded with the first map. */
export function MapView(props: MapViewProps) {
  const { t, i18n } = useTranslation();
  const theme = useComputedColorScheme('light');
  const { language } = i18n;
  const reducedMotion = useReducedMotion();
  const { basemap = 'offline', styleUrls = NO_STYLES, hidden = NONE_HIDDEN } = props;

  const clicked = useEffectEvent((place: Coordinates) => props.onClick?.(place));
  const moved = useEffectEvent((made: BaseMap) => props.onMove?.(made));
  async function make(element: HTMLElement) {
    const { createBaseMap } = await takeAsset('map.min');
    const made: BaseMap = createBaseMap({
      container: element,
      label: props.label,
      camera: props.camera,
      interactive: props.interactive ?? true,
      reducedMotion,
      theme,
      onClick: clicked,
      onMove: () => moved(made),
    });
    return made;
  }
  const made = useMadeMap({ make, announce: (there) => props.onMap?.(there) });
  const { map } = made;
  useEffect(() => void map?.show({ basemap, theme, language, styleUrls }), [map, basemap, theme, language, styleUrls]);
  useEffect(() => map?.hide(hidden), [map, hidden]);
  const gestures = useGestures({
    fingersOnly: true,
    onPress: props.onPress && ((at) => map && props.onPress?.(map.placeAt(at))),
  });

  return (
    <div className={classes['frame']}>
      <MapPlace made={made} failedText={t('base-map.failed')} {...gestures} />
    </div>
  );
}
