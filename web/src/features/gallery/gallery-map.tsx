import { filePath, thumbPath } from '../../api/file-addresses.ts';
import type { GalleryFilter } from '@milepost/contract/file-operations';
import type { Marker } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import Supercluster from 'supercluster';
import type { CallOutput } from '../../api/call.ts';
import { useSetup } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { useGround } from '../../map/use-ground.ts';
import { formatNumber } from '../../text/format.ts';
import { CutNote } from '../../ui/cut-note.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { LightBox } from '../../ui/light-box/light-box.tsx';
import { takeAsset } from '../../ui/load-asset/load-asset.ts';
import type { BaseMap } from '../../ui/map/base-map.ts';
import { MapView } from '../../ui/map/map-view.tsx';
import classes from './gallery.module.css';

type Photo = CallOutput<'get-gallery-places'>['rows'][number];

const NEAR_PX = 64;
const MAX_ZOOM = 18;
const FIT = { padding: 64, maxZoom: 15, duration: 0 };

interface Pin {
  element: HTMLElement;
  photos: Photo[];
}

/** Photos at the locations where they were taken; nearby ones are grouped, with their number. */
export function GalleryMap({ filter }: { filter: GalleryFilter }) {
  const { t } = useTranslation();
  const setup = useSetup().data;
  const query = useCall('get-gallery-places', filter);
  const { data } = query;
  const [map, setMap] = useState<BaseMap | null>(null);
  const [shown, setShown] = useState<{ photos: Photo[]; index: number } | null>(null);
  const { basemap, styleUrls } = useGround();
  const pins = usePins(map, data?.rows);
  if (!setup) return null;
  const [lon, lat, zoom] = setup.mapHome;
  return (
    <div className={classes['map']}>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      <MapView
        label={t('gallery.map')}
        camera={[lon, lat, zoom]}
        basemap={basemap}
        styleUrls={styleUrls}
        onMap={setMap}
      />
      {data?.rows.length === 0 && <p className={classes['note']}>{t('gallery.no-places')}</p>}
      {data && <CutNote shown={data.rows.length} total={data.total} />}
      {pins.map(({ element, photos }) => {
        const [first] = photos;
        if (!first) return null;
        const name =
          photos.length === 1
            ? first.name
            : t('gallery.count', { count: photos.length, number: formatNumber(photos.length) });
        return createPortal(
          <button
            type="button"
            className={classes['pin']}
            aria-label={t('light-box.open', { name })}
            onClick={() => setShown({ photos, index: 0 })}
          >
            <img src={thumbPath(first.fileId)} alt="" />
            {photos.length > 1 && <span>{formatNumber(photos.length)}</span>}
          </button>,
          element,
          String(first.fileId),
        );
      })}
      <LightBox
        index={shown?.index ?? null}
        onIndex={(index) => setShown(index === null || !shown ? null : { ...shown, index })}
        pictures={(shown?.photos ?? []).map(({ fileId, name }) => ({ src: filePath(fileId), alt: name }))}
      />
    </div>
  );
}

/** An element at each location in the visible part of the map; nearby photos share one. */
function usePins(map: BaseMap | null, photos: readonly Photo[] | undefined): readonly Pin[] {
  const [pins, setPins] = useState<readonly Pin[]>([]);
  const index = useMemo(() => {
    const made = new Supercluster<{ photo: Photo }>({ radius: NEAR_PX, extent: 512, maxZoom: MAX_ZOOM });
    return made.load(
      (photos ?? []).map((photo) => ({
        type: 'Feature',
        properties: { photo },
        geometry: { type: 'Point', coordinates: [photo.lon, photo.lat] },
      })),
    );
  }, [photos]);
  useEffect(() => {
    if (!map || !photos || photos.length === 0) return undefined;
    let gone = false;
    let end = () => {};
    const begin = async () => {
      const library = await takeAsset('googleapi');
      if (gone) return;
      let made: { element: HTMLElement; photos: Photo[]; marker: Marker }[] = [];
      const put = () => {
        for (const { marker } of made) marker.remove();
        made = groupsIn(index, map).map(({ photos: near, at }) => {
          const element = document.createElement('div');
          return { element, photos: near, marker: new library.Marker({ element }).setLngLat(at).addTo(map.map) };
        });
        setPins(made);
      };
      const all = new library.LngLatBounds();
      for (const { lon, lat } of photos) all.extend([lon, lat]);
      map.map.fitBounds(all, FIT);
      map.map.on('moveend', put);
      put();
      end = () => {
        map.map.off('moveend', put);
        for (const { marker } of made) marker.remove();
      };
    };
    begin().catch((error: unknown) => console.error('The photos cannot be shown on the map', error));
    return () => {
      gone = true;
      end();
    };
  }, [map, index, photos]);
  return pins;
}

/** The visible photos, with nearby ones grouped. */
function groupsIn(index: Supercluster<{ photo: Photo }>, { map }: BaseMap) {
  const bounds = map.getBounds();
  const box: [number, number, number, number] = [
    bounds.getWest(),
    bounds.getSouth(),
    bounds.getEast(),
    bounds.getNorth(),
  ];
  return index.getClusters(box, Math.floor(map.getZoom())).map(({ properties, geometry }) => {
    const [lon = 0, lat = 0] = geometry.coordinates;
    const at: [number, number] = [lon, lat];
    if (!('cluster_id' in properties)) return { at, photos: [properties.photo] };
    const leaves = index.getLeaves(properties.cluster_id, Infinity);
    return { at, photos: leaves.map((leaf) => leaf.properties.photo) };
  });
}
