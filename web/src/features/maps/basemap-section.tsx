import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/section/section.tsx';

interface Props {
  value: string;
  /** The basemaps of the settings; a plain one is offered as well. */
  grounds: readonly { value: string; label: string }[];
  onChange: (ground: string) => void;
}

/** The choice of the basemap. */
export function BasemapSection({ value, grounds, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Section title={t('map.basemap')}>
      <Radio.Group aria-label={t('map.basemap')} value={value} onChange={onChange}>
        <Stack gap={8}>
          {[...grounds, { value: 'plain', label: t('base-map.plain') }].map((ground) => (
            <Radio key={ground.value} {...ground} size="sm" />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  );
}
