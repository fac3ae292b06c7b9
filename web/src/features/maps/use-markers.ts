import { useEffect, useState } from 'react';
import { takeAsset } from '../../ui/load-asset/load-asset.ts';
import type { BaseMap } from '../../ui/map/base-map.ts';
import { textOn } from '../../ui/color-field/hex-color.ts';
import type { Coordinates } from '../../ui/map/geodesy.ts';
import { type MapMarker, readMarkers, saveMarkers } from './marker-store.ts';
import classes from './maps-page.module.css';

/** The personal markers: stored in this browser, drawn on the map, movable by dragging. */
export function useMarkers(map: BaseMap | null) {
  const [markers, setMarkers] = useState(readMarkers);

  const store = (next: MapMarker[]) => {
    setMarkers(next);
    saveMarkers(next);
  };
  const update = (id: string, part: Partial<MapMarker>) =>
    store(markers.map((marker) => (marker.id === id ? { ...marker, ...part } : marker)));

  useEffect(() => {
    if (!map) return undefined;
    let gone = false;
    const drawn: { remove: () => unknown }[] = [];
    const draw = async () => {
      const { Marker } = await takeAsset('googleapi');
      if (gone) return;
      for (const { id, name, color, lat, lon } of markers) {
        const pin = document.createElement('div');
        pin.className = classes['pin'] ?? '';
        pin.style.background = color;
        pin.style.color = textOn(color);
        pin.textContent = name;
        const marker = new Marker({ element: pin, draggable: true, anchor: 'bottom' })
          .setLngLat([lon, lat])
          .addTo(map.map);
        marker.on('dragend', () => {
          const place = marker.getLngLat().wrap();
          setMarkers((current) => {
            const next = current.map((one) => (one.id === id ? { ...one, lat: place.lat, lon: place.lng } : one));
            saveMarkers(next);
            return next;
          });
        });
        drawn.push(marker);
      }
    };
    void draw();
    return () => {
      gone = true;
      for (const marker of drawn) marker.remove();
    };
  }, [map, markers]);

  return {
    markers,
    update,
    add: (place: Coordinates, name: string, color: string) =>
      store([...markers, { id: crypto.randomUUID(), name, color, ...place }]),
    clear: () => store([]),
    remove: (id: string) => store(markers.filter((marker) => marker.id !== id)),
    restore: (marker: MapMarker) =>
      setMarkers((current) => {
        const next = [...current, marker];
        saveMarkers(next);
        return next;
      }),
  };
}
