import type { PastVehicle } from '@milepost/contract/history-operations';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../api/setup.ts';
import { formatDayAndClock } from '../../../text/format.ts';
import { useGround } from '../../../map/use-ground.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { nameAmongOthers } from '../../../ui/move/moved-text.ts';
import type { Coordinates } from '../../../ui/map/geodesy.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import classes from './fleet-past-page.module.css';
import type { PastMap } from './past-map.ts';

interface Props {
  vehicles: readonly PastVehicle[];
  onMap: (map: BaseMap | null) => void;
  onPick: (id: number) => void;
}

const WORLD = [0, 20, 1.4] as const;

/** The map of the fleet at a past moment; a click on a vehicle opens its history. */
export function PastStage({ vehicles, onMap, onPick }: Props) {
  const { t } = useTranslation();
  const setup = useSetup();
  const [map, setMap] = useState<BaseMap | null>(null);
  const [drawing, setDrawing] = useState<PastMap | null>(null);
  const tip = useRef<HTMLDivElement>(null);
  const fitted = useRef(false);
  const { basemap, styleUrls } = useGround();
  useEffect(() => {
    if (!map) return undefined;
    let gone = false;
    let made: PastMap | null = null;
    const draw = async () => {
      const { createPastMap } = await import('./past-map.ts');
      if (gone) return;
      made = createPastMap(map);
      setDrawing(made);
    };
    draw().catch((error: unknown) => console.error('The fleet cannot be drawn', error));
    return () => {
      gone = true;
      made?.stop();
      setDrawing(null);
    };
  }, [map]);
  useEffect(() => {
    drawing?.show(vehicles);
    if (!drawing || fitted.current || !vehicles.some(({ fix }) => fix)) return;
    fitted.current = true;
    drawing.fit();
  }, [drawing, vehicles]);

  const hover = useEffectEvent((x: number, y: number) => {
    const id = drawing?.vehicleAt(x, y) ?? null;
    const vehicle = vehicles.find((each) => each.id === id);
    if (map) map.map.getCanvas().style.cursor = vehicle ? 'pointer' : '';
    if (!tip.current) return;
    tip.current.hidden = !vehicle;
    tip.current.textContent = vehicle?.fix
      ? `${nameAmongOthers(t, vehicle)} · ${formatDayAndClock(vehicle.fix.time)}`
      : '';
    tip.current.style.transform = `translate(${x + 14}px, ${y + 14}px)`;
  });
  useEffect(() => {
    if (!map) return undefined;
    const move = ({ point }: { point: { x: number; y: number } }) => hover(point.x, point.y);
    map.map.on('mousemove', move);
    return () => void map.map.off('mousemove', move);
  }, [map]);
  function click(place: Coordinates) {
    if (!map) return;
    const { x, y } = map.map.project([place.lon, place.lat]);
    const id = drawing?.vehicleAt(x, y) ?? null;
    if (id !== null) onPick(id);
  }
  if (setup.isPending) return null;
  return (
    <>
      <MapView
        label={t('history.fleet.map')}
        camera={setup.data?.mapHome ?? WORLD}
        basemap={basemap}
        styleUrls={styleUrls}
        onClick={click}
        onMap={(made) => {
          setMap(made);
          onMap(made);
        }}
      />
      <div ref={tip} className={classes['tip']} hidden />
    </>
  );
}
