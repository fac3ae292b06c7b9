import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMadeMap } from '../../map/use-made-map.ts';
import { useGestures } from '../gestures/use-gestures.ts';
import { takeAsset } from '../load-asset/load-asset.ts';
import type { BaseMap, Basemap, MapLook } from './base-map.ts';
import type { Place } from './geodesy.ts';
import type { LayerGroup } from './layer-groups.ts';
import { MapPlace } from './map-place.tsx';
import classes from './map-view.module.css';

export interface MapViewProps {
  /** What the map shows, for screen readers. */
  label: string;
  /** Where it opens. */
  camera: readonly [lon: number, lat: number, zoom: number];
  basemap?: Basemap;
  /** Online styles of the settings; must stay the same object while they do. */
  styleUrls?: MapLook['styleUrls'];
  /** Groups of layers that are left out; must stay the same object while they do. */
  hidden?: ReadonlySet<LayerGroup>;
  /** False: only looked at. Taken when the map is made. */
  interactive?: boolean;
  onClick?: (place: Place) => void;
  /** A finger was held on the place. */
  onPress?: (place: Place) => void;
  onMove?: (map: BaseMap) => void;
  /** The map once it is there, and null when it goes. */
  onMap?: (map: BaseMap | null) => void;
}

const NO_STYLES = { light: '', dark: '' };
const NONE_HIDDEN: ReadonlySet<LayerGroup> = new Set();

/** A map in the place that it is given. MapLibre comes as a chunk of its own with the first map. */
export function MapView(props: MapViewProps) {
  const { t, i18n } = useTranslation();
  const theme = useComputedColorScheme('light');
  const { language } = i18n;
  const reducedMotion = useReducedMotion();
  const { basemap = 'offline', styleUrls = NO_STYLES, hidden = NONE_HIDDEN } = props;

  const clicked = useEffectEvent((place: Place) => props.onClick?.(place));
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
