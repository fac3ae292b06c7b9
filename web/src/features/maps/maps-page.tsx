import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSetup } from '../../api/setup.ts';
import type { BaseMap, Basemap } from '../../ui/map/base-map.ts';
import { formatPlace, type Place } from '../../ui/map/geodesy.ts';
import type { LayerGroup } from '../../ui/map/layer-groups.ts';
import { MapView } from '../../ui/map/map-view.tsx';
import { BasemapSection } from './basemap-section.tsx';
import { LayersSection } from './layers-section.tsx';
import classes from './maps-page.module.css';
import { MarkersSection } from './markers-section.tsx';
import { addPlace, NO_MEASURE } from './measure.ts';
import { MeasureSection } from './measure-section.tsx';
import { PlaceSearch } from './place-search.tsx';
import { useMarkers } from './use-markers.ts';

const WORLD = [0, 20, 1.4] as const;
const NEW_COLOR = '#2563d9';

/** The root segment `maps`: base maps and their layers, distances and areas, markers of one's own. */
export function MapsPage() {
  const { t } = useTranslation();
  const setup = useSetup();
  const [map, setMap] = useState<BaseMap | null>(null);
  const [centre, setCentre] = useState<Place | null>(null);
  const [basemap, setBasemap] = useLocalStorage<Basemap>({ key: 'milepost.maps.basemap', defaultValue: 'offline' });
  const [hidden, setHidden] = useState<ReadonlySet<LayerGroup>>(new Set());
  const [measure, setMeasure] = useState(NO_MEASURE);
  const [placing, setPlacing] = useState(false);
  const { markers, add, update, remove, restore } = useMarkers(map);
  const styleUrls = useMemo(
    () => ({ light: setup.data?.mapStyleLight ?? '', dark: setup.data?.mapStyleDark ?? '' }),
    [setup.data],
  );

  useEffect(
    () => map?.setShape(measure.mode && { places: measure.places, closed: measure.mode === 'area' }),
    [map, measure],
  );
  const busy = placing || measure.mode !== null;
  useEffect(() => {
    if (map) map.map.getCanvas().style.cursor = busy ? 'crosshair' : '';
  }, [map, busy]);

  function mark(place: Place, color: string) {
    add(place, t('maps.markers.new', { number: markers.length + 1 }), color);
    setPlacing(false);
  }
  function click(place: Place) {
    if (placing) mark(place, NEW_COLOR);
    else setMeasure((current) => addPlace(current, place));
  }

  return (
    <div className={classes['page']}>
      <div className={classes['map']}>
        {!setup.isPending && (
          <MapView
            label={t('maps.label')}
            camera={setup.data?.mapHome ?? WORLD}
            basemap={basemap}
            styleUrls={styleUrls}
            hidden={hidden}
            onClick={click}
            onMove={(moved) => setCentre(moved.centre())}
            onMap={(made) => {
              setMap(made);
              setCentre(made?.centre() ?? null);
            }}
          />
        )}
        {busy && <div className={classes['cross']} aria-hidden />}
        {map && (
          <div className={classes['zoom']} role="group" aria-label={t('map.tools')}>
            <Tooltip label={t('map.zoom-in')} position="left">
              <ActionIcon aria-label={t('map.zoom-in')} onClick={() => map.zoomBy(1)}>
                <IconPlus size={18} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('map.zoom-out')} position="left">
              <ActionIcon aria-label={t('map.zoom-out')} onClick={() => map.zoomBy(-1)}>
                <IconMinus size={18} />
              </ActionIcon>
            </Tooltip>
          </div>
        )}
        {centre && (
          <output className={classes['centre']}>
            <bdi dir="ltr">{formatPlace(centre)}</bdi>
          </output>
        )}
      </div>
      <aside className={classes['panel']} aria-label={t('maps.panel')}>
        <h1>{t('maps.title')}</h1>
        <PlaceSearch onGo={(place) => map?.goTo(place)} />
        <BasemapSection
          value={basemap}
          hasOnline={styleUrls.light !== '' || styleUrls.dark !== ''}
          onChange={setBasemap}
        />
        <LayersSection hidden={hidden} disabled={basemap === 'plain'} onChange={setHidden} />
        <MeasureSection measure={measure} onChange={setMeasure} atCentre={() => map && click(map.centre())} />
        <MarkersSection
          markers={markers}
          placing={placing}
          onPlacing={(on) => {
            setPlacing(on);
            if (on) setMeasure(NO_MEASURE);
          }}
          atCentre={() => map && mark(map.centre(), NEW_COLOR)}
          onUpdate={update}
          onRemove={remove}
          onRestore={restore}
          onGo={(marker) => map?.goTo(marker)}
        />
        <Anchor component={Link} to="/maps/component" className={classes['more']}>
          {t('maps.component.open')}
        </Anchor>
      </aside>
    </div>
  );
}
