import { Button, Input, Text } from '@mantine/core';
import { IconMapPin, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMay, useSetup } from '../../api/setup.ts';
import { useGround } from '../../map/use-ground.ts';
import { coordinates } from '../../text/coordinates.ts';
import type { BaseMap } from './base-map.ts';
import type { Coordinates } from './geodesy.ts';
import { MapView } from './map-view.tsx';
import classes from './place-field.module.css';
import { PlaceSearch } from '../place-search/place-search.tsx';
import { usePin } from './use-pin.ts';

interface Props {
  label: string;
  description: string;
  /** The description of the map, for screen readers. */
  mapLabel: string;
  removeLabel: string;
  value: Coordinates | null;
  onChange: (place: Coordinates | null) => void;
  /** The map, for further layers. */
  onMap?: (map: BaseMap | null) => void;
  /** Shown over the map. */
  children?: ReactNode;
}

const ZOOM = 14;
const WORLD = [0, 20, 1.4] as const;

/** A location that is chosen by a click on a small map. */
export function PlaceField({ label, description, mapLabel, removeLabel, value, onChange, onMap, children }: Props) {
  const setup = useSetup();
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  const [from] = useState(value);
  const pin = usePin(map, value);
  const camera = from ? ([from.lon, from.lat, ZOOM] as const) : (setup.data?.mapHome ?? WORLD);
  const [mayMaps, mayLive, mayFences] = [
    useMay('maps', 'view'),
    useMay('live-map', 'view'),
    useMay('geo-fence', 'view'),
  ];
  return (
    <Input.Wrapper label={label} description={description}>
      {(mayMaps || mayLive || mayFences) && <PlaceSearch onPlace={({ lat, lon }) => onChange({ lat, lon })} />}
      <div className={classes['map']}>
        {!setup.isPending && (
          <MapView
            label={mapLabel}
            camera={camera}
            basemap={basemap}
            styleUrls={styleUrls}
            onClick={onChange}
            onMap={(made) => {
              setMap(made);
              onMap?.(made);
            }}
          />
        )}
        {children}
        {createPortal(<IconMapPin size={28} className={classes['pin']} aria-hidden />, pin)}
      </div>
      {value && (
        <div className={classes['line']}>
          <Text size="sm" c="dimmed">
            <bdi dir="ltr">{coordinates(value)}</bdi>
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={() => onChange(null)}
          >
            {removeLabel}
          </Button>
        </div>
      )}
    </Input.Wrapper>
  );
}
