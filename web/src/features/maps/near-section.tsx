import { ActionIcon, Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCurrentLocation, IconFocusCentered, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDistance, formatSpeedAndUnit } from '../../text/format.ts';
import { Ago } from '../../ui/ago.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import type { Place } from '../../ui/map/geodesy.ts';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import { bearingDeg } from './bearing.ts';
import classes from './maps-page.module.css';
import { Section } from '../../ui/section/section.tsx';

interface Props {
  /** Where to look from; null until a point is set. */
  from: Place | null;
  /** The next click on the map sets the point. */
  choosing: boolean;
  onChoosing: (on: boolean) => void;
  atCentre: () => void;
  onClear: () => void;
  onGo: (place: Place) => void;
}

const MOST = 10;
const REFRESH_MS = 15_000;
const POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** Which vehicles are nearest to a point of the map, as the crow flies. */
export function NearSection({ from, choosing, onChoosing, atCentre, onClear, onGo }: Props) {
  const { t } = useTranslation();
  const touch = useMediaQuery('(any-pointer: coarse)');
  const mayMap = useMay('live-map', 'view');
  const { data, error, refetch } = useCall(
    'get-vehicles-near',
    { lat: from?.lat ?? 0, lon: from?.lon ?? 0, most: MOST },
    { enabled: from !== null, refetchInterval: REFRESH_MS },
  );
  const point = (place: Place) =>
    from ? t(`track-vehicle.compass.${POINTS[Math.round(bearingDeg(from, place) / 45) % 8] ?? 'n'}`) : '';
  // Where the panel lies below the map, whoever pressed on it would see nothing of the answer.
  const answer = useRef<HTMLOListElement>(null);
  const answered = data !== undefined;
  useEffect(() => {
    if (answered && from) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [answered, from]);
  return (
    <Section title={t('maps.near.title')}>
      <Group gap={8} wrap="nowrap">
        <Button
          flex={1}
          variant={choosing ? 'filled' : 'default'}
          aria-pressed={choosing}
          leftSection={<IconCurrentLocation size={16} stroke={1.6} aria-hidden />}
          onClick={() => onChoosing(!choosing)}
        >
          {t('maps.near.choose')}
        </Button>
        {from && (
          <Tooltip text={t('maps.near.clear')}>
            <ActionIcon variant="default" aria-label={t('maps.near.clear')} onClick={onClear}>
              <IconX size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {choosing && (
        <Group gap={8} justify="space-between">
          <Text c="dimmed" size="sm" role="status">
            {t('maps.near.hint')}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={atCentre}>
            {t('maps.measure.at-centre')}
          </Button>
        </Group>
      )}
      {touch && !from && !choosing && (
        <Text c="dimmed" size="sm">
          {t('maps.near.press')}
        </Text>
      )}
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {from && !data && !error && <Skeleton height={120} />}
      {from && data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('maps.near.none')}
        </Text>
      )}
      {from && data && data.rows.length > 0 && (
        <ol ref={answer} className={classes['near']} aria-label={t('maps.near.title')}>
          {data.rows.map(({ vehicleId, registration, driverName, status, speedKph, distanceM, place, fixTime }) => (
            <li key={vehicleId}>
              <StatusIcon status={status} size={12} />
              <span>
                {mayMap ? (
                  <Anchor component={Link} to={`/track-vehicle/${vehicleId}`} fw={600} size="sm">
                    {registration}
                  </Anchor>
                ) : (
                  <b>{registration}</b>
                )}
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
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
