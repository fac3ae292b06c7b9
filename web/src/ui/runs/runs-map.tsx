import { useEffect, useMemo, useRef, useState } from 'react';
import { useSetup } from '../../api/setup.ts';
import { exposeMapForTests } from '../../map/expose-map.ts';
import { fitBox } from '../../map/fences/fit-box.ts';
import type { DrawnRun, RunsLayer } from '../../map/runs/runs-layer.ts';
import { useGround } from '../../map/use-ground.ts';
import type { BaseMap } from '../map/base-map.ts';
import type { Coordinates } from '../map/geodesy.ts';
import { MapView } from '../map/map-view.tsx';

const WORLD = [0, 20, 1.4] as const;

interface Props {
  label: string;
  runs: readonly DrawnRun[];
  /** The map fits the drawn runs whenever this changes. */
  fitFor: string;
}

/** Runs on a map. It first fits what is drawn; after that only the person moves it. */
export function RunsMap({ label, runs, fitFor }: Props) {
  const setup = useSetup();
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  const [layer, setLayer] = useState<RunsLayer | null>(null);
  const fitted = useRef('');
  useEffect(() => {
    if (!map) return undefined;
    let gone = false;
    let made: RunsLayer | null = null;
    const make = async () => {
      const { createRunsLayer } = await import('../../map/runs/runs-layer.ts');
      if (gone) return;
      made = createRunsLayer(map.map);
      setLayer(made);
    };
    void make();
    return () => {
      gone = true;
      made?.stop();
      setLayer(null);
    };
  }, [map]);
  useEffect(() => layer?.set(runs), [layer, runs]);
  useEffect(() => (map ? exposeMapForTests(map.map) : undefined), [map]);
  const box = useMemo(() => boxOf(runs), [runs]);
  useEffect(() => {
    if (!map || !box || fitted.current === fitFor) return;
    fitted.current = fitFor;
    fitBox(map.map, box, { left: 0, right: 0, bottom: 0 }, false);
  }, [map, box, fitFor]);
  return (
    !setup.isPending && (
      <MapView
        label={label}
        camera={setup.data?.mapHome ?? WORLD}
        basemap={basemap}
        styleUrls={styleUrls}
        onMap={setMap}
      />
    )
  );
}

function boxOf(runs: readonly DrawnRun[]): [number, number, number, number] | null {
  const places: Coordinates[] = runs.flatMap(({ begin, end, stops, vehicle }) => [
    ...[begin, end, vehicle].flatMap((place) => place ?? []),
    ...stops.map(({ place }) => place),
  ]);
  const [first] = places;
  if (!first) return null;
  return places.reduce<[number, number, number, number]>(
    ([west, south, east, north], { lat, lon }) => [
      Math.min(west, lon),
      Math.min(south, lat),
      Math.max(east, lon),
      Math.max(north, lat),
    ],
    [first.lon, first.lat, first.lon, first.lat],
  );
}
