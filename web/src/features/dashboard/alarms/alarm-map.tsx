import type { AlarmRow, NearVehicle } from '@milepost/contract/alarm-operations';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { takeAsset } from '../../../ui/load-asset/load-asset.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import classes from './alarms.module.css';

interface Props {
  alarm: AlarmRow;
  place: { lat: number; lon: number };
  nearest: readonly NearVehicle[];
}

interface Pin {
  key: string;
  place: { lat: number; lon: number };
  element: HTMLElement;
}

const ZOOM = 14;

/** The location of the alarm, with the vehicles that are nearest now. */
export function AlarmMap({ alarm, place, nearest }: Props) {
  const { t } = useTranslation();
  const [map, setMap] = useState<BaseMap | null>(null);
  // The camera is read when the map is created; later it is moved by animation.
  const [camera] = useState<readonly [number, number, number]>([place.lon, place.lat, ZOOM]);
  // The camera is set for each alarm, and when the nearest vehicles are loaded; after that the person controls it.
  const pins = usePins(map, place, nearest, `${alarm.id} ${nearest.length > 0}`);
  return (
    <div className={classes['map']}>
      <MapView label={t('alarms.map', { registration: alarm.registration })} camera={camera} onMap={setMap} />
      {pins.map(({ key, element }) => {
        const vehicle = nearest.find(({ vehicleId }) => String(vehicleId) === key);
        return createPortal(
          vehicle ? (
            <span className={classes['near']}>
              <StatusIcon status={vehicle.status} size={10} />
              {vehicle.registration}
            </span>
          ) : (
            <span className={classes['here']}>
              <SeverityMark severity={alarm.severity} size={18} />
            </span>
          ),
          element,
          key,
        );
      })}
    </div>
  );
}

/** Elements pinned to their coordinates on the map, and a camera that shows all of them. */
function usePins(
  map: BaseMap | null,
  place: Props['place'],
  nearest: readonly NearVehicle[],
  fitKey: string,
): readonly Pin[] {
  const fitted = useRef('');
  const [pins, setPins] = useState<readonly Pin[]>([]);
  const wanted = JSON.stringify([
    ['here', place],
    ...nearest.map(({ vehicleId, place: at }) => [String(vehicleId), at]),
  ]);
  useEffect(() => {
    if (!map) return undefined;
    let gone = false;
    let remove = () => {};
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the line above
    const places = JSON.parse(wanted) as [string, Props['place']][];
    const put = async () => {
      const { LngLatBounds, Marker } = await takeAsset('googleapi');
      if (gone) return;
      const made = places.map(([key, at]) => ({ key, place: at, element: document.createElement('div') }));
      // The alarm's location is above the vehicles that are there.
      for (const { key, element } of made) element.style.zIndex = key === 'here' ? '1' : '0';
      const markers = made.map(({ element, place: { lat, lon } }) =>
        new Marker({ element }).setLngLat([lon, lat]).addTo(map.map),
      );
      remove = () => markers.forEach((marker) => marker.remove());
      setPins(made);
      if (fitted.current === fitKey) return;
      fitted.current = fitKey;
      const bounds = new LngLatBounds();
      for (const { place: at } of made) bounds.extend([at.lon, at.lat]);
      map.map.fitBounds(bounds, { padding: 44, maxZoom: ZOOM, duration: 0 });
    };
    put().catch((error: unknown) => console.error('The places cannot be shown', error));
    return () => {
      gone = true;
      remove();
    };
  }, [map, wanted, fitKey]);
  return pins;
}
