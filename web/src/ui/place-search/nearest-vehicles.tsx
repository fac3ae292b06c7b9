import { ActionIcon, Anchor, Skeleton, Text } from '@mantine/core';
import { IconFocusCentered } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDistance, formatSpeedAndUnit } from '../../text/format.ts';
import { Ago } from '../ago.tsx';
import { LiveMarks } from '../alarm-mark/vehicle-marks.tsx';
import ContactIcons from '../driver-contact/contact-icons.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { bearingDeg } from '../map/bearing.ts';
import type { Coordinates } from '../map/geodesy.ts';
import { StatusIcon } from '../status-icon.tsx';
import { Tooltip } from '../tooltip/tooltip.tsx';
import classes from './place-search.module.css';

interface Props {
  from: Coordinates;
  /** The address, for a message to a driver. */
  name?: string | null;
  onGo: (place: Coordinates) => void;
  /** Opens a vehicle on this map; if omitted, a link opens it on the live map. */
  onOpen?: (vehicleId: number) => void;
}

const MAX_VEHICLES = 10;
const REFRESH_MS = 15_000;
const POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The vehicles nearest to a point in a straight line, with the contacts of their drivers. */
export function NearestVehicles({ from, name = null, onGo, onOpen }: Props) {
  const { t } = useTranslation();
  const mayMap = useMay('live-map', 'view');
  const { data, error, refetch } = useCall(
    'get-vehicles-near',
    { lat: from.lat, lon: from.lon, most: MAX_VEHICLES },
    { refetchInterval: REFRESH_MS },
  );
  const point = (place: Coordinates) =>
    t(`track-vehicle.compass.${POINTS[Math.round(bearingDeg(from, place) / 45) % 8] ?? 'n'}`);
  // If the panel is below the map, the result would be out of sight after the click.
  const answer = useRef<HTMLOListElement>(null);
  const answered = data === undefined ? null : from;
  useEffect(() => {
    if (answered) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [answered]);
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  if (data.rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('maps.near.none')}
      </Text>
    );
  }
  return (
    <ol ref={answer} className={classes['near']} aria-label={t('maps.near.title')}>
      {data.rows.map(
        ({ vehicleId, registration, driverName, status, speedKph, distanceM, place, fixTime, ...contact }) => (
          <li key={vehicleId}>
            <StatusIcon status={status} size={12} />
            <span>
              {onOpen ? (
                <Anchor component="button" type="button" fw={600} size="sm" onClick={() => onOpen(vehicleId)}>
                  {registration}
                </Anchor>
              ) : mayMap ? (
                <Anchor component={Link} to={`/track-vehicle/${vehicleId}`} fw={600} size="sm">
                  {registration}
                </Anchor>
              ) : (
                <b>{registration}</b>
              )}{' '}
              <LiveMarks id={vehicleId} />
              <small>
                {[t(`status.${status}`), status === 'running' && formatSpeedAndUnit(speedKph), driverName]
                  .filter(Boolean)
                  .join(' · ')}
                {' · '}
                <Ago at={fixTime} />
              </small>
            </span>
            <span>
              {formatDistance(distanceM)}
              <small>{point(place)}</small>
            </span>
            <span className={classes['acts']}>
              {driverName !== null && <ContactIcons name={driverName} contact={contact} about={name} />}
              <Tooltip text={t('maps.markers.go')}>
                <ActionIcon
                  size={28}
                  data-row
                  aria-label={`${t('maps.markers.go')}: ${registration}`}
                  onClick={() => onGo(place)}
                >
                  <IconFocusCentered size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            </span>
          </li>
        ),
      )}
    </ol>
  );
}
