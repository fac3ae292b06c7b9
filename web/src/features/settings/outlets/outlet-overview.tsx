import type { FenceShape } from '@milepost/contract/fence-shape-types';
import type { Outlet } from '@milepost/contract/outlet-operations';
import { Paper } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../api/setup.ts';
import { ShownArea } from '../../../map/draw/shown-area.tsx';
import { shapeBox } from '../../../map/fences/shape-features.ts';
import { useGround } from '../../../map/use-ground.ts';
import { coordinates } from '../../../text/coordinates.ts';
import { formatDecimal, formatNumber, metreUnit, minuteUnit, withUnit } from '../../../text/format.ts';
import { phoneLink } from '../../../ui/driver-contact/phone-link.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import type { Coordinates } from '../../../ui/map/geodesy.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { usePin } from '../../../ui/map/use-pin.ts';
import { ownText, useOwnFields } from '../../../ui/own-fields/own-values.ts';
import { hoursText } from '../../../ui/weekly-hours/hours-text.ts';
import { AREA_COLOUR } from './arrival-area.tsx';
import { labelKey } from './outlet-values.ts';
import classes from './outlets-page.module.css';

const ZOOM = 16;

/** The details of an outlet, and its location. */
export function OutletOverview({ outlet }: { outlet: Outlet }) {
  const { t } = useTranslation();
  const fields = useOwnFields('outlet', outlet.id);
  const { place, hours, serviceMin, visitsPerWeek } = outlet;
  const lines: [string, ReactNode][] = [
    ['address', outlet.address],
    [
      'place',
      place === null ? (
        t('outlets.unplaced')
      ) : (
        <bdi key="place" dir="ltr">
          {coordinates(place)}
        </bdi>
      ),
    ],
    outlet.area ? ['area', t('outlets.area-drawn')] : ['radiusM', withUnit(formatNumber(outlet.radiusM), metreUnit())],
    ['territory', outlet.territory?.name ?? t('outlets.outside')],
    ['class', outlet.class],
    ['visitsPerWeek', visitsPerWeek === null ? null : formatDecimal(visitsPerWeek)],
    ['serviceMin', serviceMin === null ? null : withUnit(formatNumber(serviceMin), minuteUnit())],
    ['hours', hours && (hoursText(hours) || t('weekly-hours.closed'))],
    ['contactName', outlet.contactName],
    [
      'phone',
      outlet.phone && (
        <a key="phone" href={phoneLink('tel', outlet.phone)}>
          <bdi dir="ltr">{outlet.phone}</bdi>
        </a>
      ),
    ],
    ['note', outlet.note],
  ];
  return (
    <div className={classes['overview']}>
      <Paper component="section" withBorder radius="lg" aria-label={t('outlets.tabs.overview')}>
        <dl className={classes['facts']}>
          {lines.map(([field, value]) => (
            <Fact key={field} label={t(labelKey(field))} value={value} />
          ))}
          {(fields ?? []).map((field) => (
            <Fact
              key={field.id}
              label={field.name}
              value={ownText(t, field, outlet.own.find(({ id }) => id === field.id)?.value)}
            />
          ))}
        </dl>
      </Paper>
      {place && <Spot place={place} area={outlet.area} radiusM={outlet.radiusM} />}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  if (value === null || value === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface SpotProps {
  place: Coordinates;
  /** Null for the circle around the outlet. */
  area: Coordinates[] | null;
  radiusM: number;
}

function Spot({ place: { lat, lon }, area, radiusM }: SpotProps) {
  const { t } = useTranslation();
  const setup = useSetup();
  const { basemap, styleUrls } = useGround();
  const [map, setMap] = useState<BaseMap | null>(null);
  const place = useMemo(() => ({ lat, lon }), [lat, lon]);
  const shape = useMemo(
    (): FenceShape => (area ? { kind: 'polygon', rings: [area] } : { kind: 'circle', centre: place, radiusM }),
    [area, place, radiusM],
  );
  const [camera] = useState(() => [lon, lat, ZOOM] as const);
  const pin = usePin(map, place);
  useEffect(() => {
    const box = shapeBox(shape);
    if (box) map?.map.fitBounds([...box], { padding: 32, maxZoom: ZOOM, duration: 0 });
  }, [map, shape]);
  return (
    <div className={classes['spot']}>
      {!setup.isPending && (
        <MapView
          label={t('outlets.place-map')}
          camera={camera}
          basemap={basemap}
          styleUrls={styleUrls}
          onMap={setMap}
        />
      )}
      {map && <ShownArea map={map.map} shape={shape} colour={AREA_COLOUR} />}
      {createPortal(<IconMapPin size={28} className={classes['pin']} aria-hidden />, pin)}
    </div>
  );
}
