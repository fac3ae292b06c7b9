import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BaseMap, Basemap, MapLook } from './base-map.ts';
import type { Place } from './geodesy.ts';
import type { LayerGroup } from './layer-groups.ts';
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
  onMove?: (map: BaseMap) => void;
  /** The map once it is there, and null when it goes. */
  onMap?: (map: BaseMap | null) => void;
}

const NO_STYLES = { light: '', dark: '' };
const NOTHING_HIDDEN: ReadonlySet<LayerGroup> = new Set();

/** A map in the place that it is given. MapLibre comes as a chunk of its own with the first map. */
export function MapView(props: MapViewProps) {
  const { t } = useTranslation();
  const theme = useComputedColorScheme('light');
  const reducedMotion = useReducedMotion();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<BaseMap | null>(null);
  const [failed, setFailed] = useState(false);
  const { basemap = 'offline', styleUrls = NO_STYLES, hidden = NOTHING_HIDDEN } = props;

  const announce = useEffectEvent((made: BaseMap | null) => props.onMap?.(made));
  const clicked = useEffectEvent((place: Place) => props.onClick?.(place));
  const moved = useEffectEvent((made: BaseMap) => props.onMove?.(made));
  const make = useEffectEvent(async (element: HTMLElement) => {
    const { createBaseMap } = await import('./base-map.ts');
    const made: BaseMap = createBaseMap({
      container: element,
      label: props.label,
      camera: props.camera,
      interactive: props.interactive ?? true,
      reducedMotion,
      basemap,
      theme,
      styleUrls,
      onClick: clicked,
      onMove: () => moved(made),
    });
    return made;
  });

  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    let gone = false;
    let mine: BaseMap | null = null;
    make(element)
      .then((made) => {
        mine = made;
        if (gone) return made.stop();
        setMap(made);
        return announce(made);
      })
      .catch((error: unknown) => {
        console.error('The map cannot be shown', error);
        setFailed(true);
      });
    return () => {
      gone = true;
      mine?.stop();
      setMap(null);
      announce(null);
    };
  }, []);
  useEffect(() => void map?.show({ basemap, theme, styleUrls }), [map, basemap, theme, styleUrls]);
  useEffect(() => map?.hide(hidden), [map, hidden]);

  return (
    <div className={classes['frame']}>
      {/* MapLibre makes its canvas a region of this name. */}
      <div ref={container} className={classes['map']} />
      {!map && (
        <p className={classes['note']} role="status">
          {t(failed ? 'base-map.failed' : 'base-map.loading')}
        </p>
      )}
    </div>
  );
}
