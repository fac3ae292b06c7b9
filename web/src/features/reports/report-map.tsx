import type { ReportRow } from '@milepost/contract/report-operations';
import { useEffect, useMemo, useState } from 'react';
import { useSetup } from '../../api/setup.ts';
import { useGround } from '../../map/use-ground.ts';
import { takeAsset } from '../../ui/load-asset/load-asset.ts';
import type { BaseMap } from '../../ui/map/base-map.ts';
import { MapView } from '../../ui/map/map-view.tsx';
import { drawRows } from './draw-rows.ts';
import classes from './reports.module.css';

const FIT = { padding: 40, maxZoom: 15, duration: 0 };

/** The locations of the page's rows. */
export default function ReportMap({ rows, label }: { rows: readonly ReportRow[]; label: string }) {
  const setup = useSetup().data;
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  const places = useMemo(() => rows.flatMap(({ place, endPlace }) => (place ? [{ place, endPlace }] : [])), [rows]);
  useEffect(() => {
    if (!map) return undefined;
    return drawRows(map.map, places);
  }, [map, places]);
  useEffect(() => {
    if (!map || places.length === 0) return undefined;
    let gone = false;
    const fit = async () => {
      const { LngLatBounds } = await takeAsset('googleapi');
      if (gone) return;
      const all = new LngLatBounds();
      for (const { place, endPlace } of places) {
        all.extend([place.lon, place.lat]);
        if (endPlace) all.extend([endPlace.lon, endPlace.lat]);
      }
      map.map.fitBounds(all, FIT);
    };
    fit().catch((error: unknown) => console.error('The map of the report cannot be fitted', error));
    return () => {
      gone = true;
    };
  }, [map, places]);
  if (!setup) return null;
  const [lon, lat, zoom] = setup.mapHome;
  return (
    <div className={classes['map']}>
      <MapView label={label} camera={[lon, lat, zoom]} basemap={basemap} styleUrls={styleUrls} onMap={setMap} />
    </div>
  );
}
