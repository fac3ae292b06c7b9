import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { MAX_SENSOR_DAYS, type SeriesKey } from '@milepost/contract/history-operations';
import { useTranslation } from 'react-i18next';
import { seriesLabel } from '../../../ui/sensor/series-text.ts';
import { listText } from '../../../text/list-text.ts';

interface Props {
  others: readonly SeriesKey[];
  /** The names of sensors that are not drawn for a range of this length. */
  notDrawn: readonly string[];
  shown: readonly string[];
  onToggle: (key: string, on: boolean) => void;
}

/** The choice of further attributes of the chart: sensors first, and the attributes that they read last. */
export function AttributeMenu({ others, notDrawn, shown, onToggle }: Props) {
  const { t } = useTranslation();
  const parts = [
    { title: t('history.chart.sensors'), keys: others.filter(({ sensor }) => sensor) },
    { title: t('history.chart.reported'), keys: others.filter(({ sensor, raw }) => !sensor && !raw) },
    { title: t('history.chart.raw'), keys: others.filter(({ raw }) => raw) },
  ].filter(({ keys }) => keys.length > 0);
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
          {parts.map(({ title, keys }) => (
            <Stack key={title} gap={8} role="group" aria-label={title}>
              {parts.length > 1 && (
                <Text size="xs" fw={600} c="dimmed">
                  {title}
                </Text>
              )}
              {keys.map((one) => (
                <Checkbox
                  key={one.key}
                  size="xs"
                  label={seriesLabel(t, one)}
                  checked={shown.includes(one.key)}
                  onChange={(event) => onToggle(one.key, event.currentTarget.checked)}
                />
              ))}
            </Stack>
          ))}
          {notDrawn.length > 0 && (
            <Text size="xs" c="dimmed" maw={240}>
              {t('history.chart.not-drawn', { names: listText(notDrawn), days: MAX_SENSOR_DAYS })}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
