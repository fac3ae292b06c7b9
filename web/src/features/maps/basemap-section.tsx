import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Basemap } from '../../ui/map/base-map.ts';
import { Section } from './section.tsx';

interface Props {
  value: Basemap;
  /** Whether the settings name an online style. */
  hasOnline: boolean;
  onChange: (basemap: Basemap) => void;
}

/** The ground below everything. */
export function BasemapSection({ value, hasOnline, onChange }: Props) {
  const { t } = useTranslation();
  const kinds: Basemap[] = hasOnline ? ['online', 'offline', 'plain'] : ['offline', 'plain'];
  return (
    <Section title={t('map.basemap')}>
      <Radio.Group
        aria-label={t('map.basemap')}
        value={kinds.includes(value) ? value : 'offline'}
        onChange={(next) => onChange(kinds.find((kind) => kind === next) ?? 'offline')}
      >
        <Stack gap={8}>
          {kinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(`base-map.${kind}`)} size="sm" />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  );
}
