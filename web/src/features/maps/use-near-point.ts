import { useEffect } from 'react';
import { takeAsset } from '../../ui/load-asset/load-asset.ts';
import type { BaseMap } from '../../ui/map/base-map.ts';
import type { Coordinates } from '../../ui/map/geodesy.ts';
import classes from './maps-page.module.css';

/** Shows the point from which vehicles are searched. */
export function useNearPoint(map: BaseMap | null, place: Coordinates | null) {
  useEffect(() => {
    if (!map || !place) return undefined;
    let gone = false;
    let drawn: { remove: () => unknown } | null = null;
    const draw = async () => {
      const { Marker } = await takeAsset('googleapi');
      if (gone) return;
      const element = document.createElement('div');
      element.className = classes['point'] ?? '';
      drawn = new Marker({ element }).setLngLat([place.lon, place.lat]).addTo(map.map);
    };
    void draw();
    return () => {
      gone = true;
      drawn?.remove();
    };
  }, [map, place]);
}
