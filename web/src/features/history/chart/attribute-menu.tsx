import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { SeriesKey } from '@milepost/contract/history-routes';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../ui/telemetry/field-name.ts';

interface Props {
  others: readonly SeriesKey[];
  chosen: readonly string[];
  onChange: (keys: string[]) => void;
}

/** Chooses what else the chart shows, of what the device told in the range. */
export function AttributeMenu({ others, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const toggle = (key: string, on: boolean) => onChange(on ? [...chosen, key] : chosen.filter((each) => each !== key));
  return (
    <Popover position="top-end" shadow="md" withinPortal>
      <Popover.Target>
        <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} />}>
          {t('history.chart.attributes')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={320} style={{ overflow: 'auto' }}>
        <Stack gap={8}>
          {others.length === 0 && t('history.chart.no-attributes')}
          {others.map(({ key }) => (
            <Checkbox
              key={key}
              size="xs"
              label={fieldLabel(t, key)}
              checked={chosen.includes(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
