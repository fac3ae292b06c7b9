import { CloseButton, Text } from '@mantine/core';
import { IconMapPinFilled } from '@tabler/icons-react';
import { type CSSProperties, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { LiveMap } from '../../map/live-map.ts';
import { coordinates } from '../../text/coordinates.ts';
import type { Coordinates } from '../../ui/map/geodesy.ts';
import { usePin } from '../../ui/map/use-pin.ts';
import { NearestVehicles } from '../../ui/place-search/nearest-vehicles.tsx';
import { type FoundPlace, PlaceSearch } from '../../ui/place-search/place-search.tsx';
import classes from './find-panel.module.css';

interface Props {
  map: LiveMap;
  /** The found location; null before. */
  near: Coordinates | null;
  /** The address, if it was found elsewhere. */
  nearName: string | null;
  /** An address to search for immediately; null for none. */
  sought: string | null;
  onNear(place: FoundPlace): void;
  onOpen(vehicleId: number): void;
  onClose(): void;
  style: CSSProperties;
}

/** The search for an address on the live map, with the nearest vehicles. */
export default function FindPanel({ map, near, nearName, sought, onNear, onOpen, onClose, style }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(nearName);
  const pinned = useMemo(
    () => ({ map: map.map, goTo: ({ lat, lon }: Coordinates) => void map.flyTo(lon, lat) }),
    [map],
  );
  const pin = usePin(pinned, near);
  return (
    <section
      className={classes['panel']}
      style={style}
      aria-label={t('place-search.title')}
      data-testid="find-panel"
      onKeyDown={(event) => {
        const open = event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation="true"]');
        if (event.key !== 'Escape' || event.defaultPrevented || open) return;
        // The key belongs to this panel: the open vehicle stays open.
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h2>{t('place-search.title')}</h2>
        <CloseButton size="sm" onClick={onClose} aria-label={t('place-search.close')} />
      </header>
      <PlaceSearch
        autoFocus={near === null}
        initial={nearName ?? sought ?? ''}
        seeks={near === null && sought !== null}
        onPlace={(place) => {
          setName(place.name);
          map.flyTo(place.lon, place.lat);
          onNear(place);
        }}
      />
      {near && (
        <>
          <div>
            {name !== null && (
              <Text size="sm" fw={600} dir="auto">
                {name}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <bdi dir="ltr">{coordinates(near)}</bdi>
            </Text>
          </div>
          <h3>{t('maps.near.title')}</h3>
          <NearestVehicles
            from={near}
            name={name ?? coordinates(near)}
            onGo={({ lat, lon }) => map.flyTo(lon, lat)}
            onOpen={onOpen}
          />
          {createPortal(
            <IconMapPinFilled size={32} className={classes['pin']} role="img" aria-label={t('place-search.point')} />,
            pin,
          )}
        </>
      )}
    </section>
  );
}
