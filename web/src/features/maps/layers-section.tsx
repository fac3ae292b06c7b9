import { Checkbox, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LAYER_GROUPS, type LayerGroup } from '../../ui/map/layer-groups.ts';
import { Section } from '../../ui/section/section.tsx';

interface Props {
  hidden: ReadonlySet<LayerGroup>;
  disabled: boolean;
  onChange: (hidden: ReadonlySet<LayerGroup>) => void;
}

/** The choice of the basemap's visible layers. */
export function LayersSection({ hidden, disabled, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Section title={t('maps.layers.title')}>
      <SimpleGrid cols={2} spacing={8}>
        {LAYER_GROUPS.map((group) => (
          <Checkbox
            key={group}
            size="sm"
            label={t(`maps.layers.${group}`)}
            disabled={disabled}
            checked={!hidden.has(group)}
            onChange={({ currentTarget }) => {
              const next = new Set(hidden);
              if (currentTarget.checked) next.delete(group);
              else next.add(group);
              onChange(next);
            }}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}
