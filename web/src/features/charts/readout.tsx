import type { SeriesKey } from '@milepost/contract/history-operations';
import { ActionIcon, ScrollArea, Table } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { formatDateTime, formatNumber } from '../../text/format.ts';
import { seriesLabel } from '../../ui/sensor/series-text.ts';
import { momentPath } from './moment-path.ts';
import { type Series, valuesAt } from './strips.ts';
import classes from './telemetry.module.css';
import { valueText } from './value-text.ts';

interface Props {
  series: Series;
  /** The values of the other day, and the mapping of a moment of the range to it. */
  compared: { series: Series; there: (ms: number) => number } | null;
  keyOf: (key: string) => SeriesKey;
  nameOf: (vehicleId: number) => string;
  colorOf: (line: { vehicleId: number; key: string }) => number;
  at: number | null;
}

const gapsOf = (of: Series, vehicleId: number) => of.vehicles.find((each) => each.vehicleId === vehicleId)?.holes ?? [];

/** Every line with its values at the moment under the pointer, and over the whole range. */
export function Readout({ series, compared, keyOf, nameOf, colorOf, at }: Props) {
  const { t } = useTranslation();
  const mayHistory = useMay('history', 'view');
  const textAt = (of: Series, line: Series['lines'][number] | undefined, ms: number | null) =>
    ms === null || !line
      ? '–'
      : valueText(t, keyOf(line.key), valuesAt(line, ms, (of.stepS ?? 0) * 1000, gapsOf(of, line.vehicleId)));
  return (
    <ScrollArea type="auto">
      <Table className={classes['readout'] ?? ''} verticalSpacing={4} horizontalSpacing="md" withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('telemetry-page.line')}</Table.Th>
            <Table.Th>{at === null ? t('telemetry-page.at-moment') : formatDateTime(at)}</Table.Th>
            {compared && (
              <Table.Th>{at === null ? t('telemetry-page.compared') : formatDateTime(compared.there(at))}</Table.Th>
            )}
            <Table.Th>{t('telemetry-page.extent')}</Table.Th>
            <Table.Th>{t('telemetry-page.number')}</Table.Th>
            <Table.Th aria-label={t('telemetry-page.history')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {series.lines.map((line) => {
            const { vehicleId, key, lows, highs, values, times } = line;
            const other = compared?.series.lines.find((each) => each.vehicleId === vehicleId && each.key === key);
            return (
              <Table.Tr key={`${vehicleId} ${key}`}>
                <Table.Td>
                  <span className={classes['line']}>
                    <i style={{ background: `var(--chart-${colorOf(line)})` }} aria-hidden />
                    <span>
                      {seriesLabel(t, keyOf(key))} · <bdi>{nameOf(vehicleId)}</bdi>
                    </span>
                  </span>
                </Table.Td>
                <Table.Td data-at>{textAt(series, line, at)}</Table.Td>
                {compared && (
                  <Table.Td>{textAt(compared.series, other, at === null ? null : compared.there(at))}</Table.Td>
                )}
                <Table.Td>{valueText(t, keyOf(key), [leastOf(lows), greatestOf(highs)])}</Table.Td>
                <Table.Td>{formatNumber(values)}</Table.Td>
                <Table.Td>
                  {mayHistory && (
                    <ActionIcon
                      component={Link}
                      size="sm"
                      variant="subtle"
                      aria-label={t('telemetry-page.history')}
                      title={t('telemetry-page.history')}
                      to={momentPath(vehicleId, at ?? times[0] ?? 0)}
                    >
                      <IconPlayerPlay size={14} stroke={1.6} />
                    </ActionIcon>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

const leastOf = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
const greatestOf = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
