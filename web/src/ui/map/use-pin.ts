import type { Marker } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import { takeAsset } from '../load-asset/load-asset.ts';
import type { BaseMap } from './base-map.ts';
import type { Coordinates } from './geodesy.ts';

/**
 * An element pinned to coordinates of the map; its owner renders into it by a portal. The map follows when the pin
 * leaves the visible part. Null if there is nothing to show yet.
 */
export function usePin(map: Pick<BaseMap, 'map' | 'goTo'> | null, place: Coordinates | null): HTMLElement {
  const element = useMemo(() => document.createElement('div'), []);
  const [pin, setPin] = useState<Marker | null>(null);
  const [lat, lon] = [place?.lat ?? null, place?.lon ?? null];

  useEffect(() => {
    if (!map) return undefined;
    let made: Marker | null = null;
    let gone = false;
    const make = async () => {
      const library = await takeAsset('googleapi');
      if (gone) return;
      made = new library.Marker({ element });
      setPin(made);
    };
    void make();
    return () => {
      gone = true;
      made?.remove();
      setPin(null);
    };
  }, [map, element]);

  useEffect(() => {
    if (!map || !pin || lat === null || lon === null) return;
    pin.setLngLat([lon, lat]);
    if (!element.isConnected) pin.addTo(map.map);
    if (!map.map.getBounds().contains([lon, lat])) map.goTo({ lat, lon });
  }, [map, pin, element, lat, lon]);
  return element;
}
