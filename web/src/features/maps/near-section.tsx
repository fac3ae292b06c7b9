import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCurrentLocation, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Coordinates } from '../../ui/map/geodesy.ts';
import { NearestVehicles } from '../../ui/place-search/nearest-vehicles.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';

interface Props {
  /** The point to search from; null until it is set. */
  from: Coordinates | null;
  /** True if the next click on the map sets the point. */
  choosing: boolean;
  onChoosing: (on: boolean) => void;
  atCentre: () => void;
  onClear: () => void;
  onGo: (place: Coordinates) => void;
}

/** The vehicles that are nearest to a point of the map, by straight-line distance. */
export function NearSection({ from, choosing, onChoosing, atCentre, onClear, onGo }: Props) {
  const { t } = useTranslation();
  const touch = useMediaQuery('(any-pointer: coarse)');
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
      {from && <NearestVehicles from={from} onGo={onGo} />}
    </Section>
  );
}
