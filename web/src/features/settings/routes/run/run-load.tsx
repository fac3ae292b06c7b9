import type { RunFact } from '@milepost/contract/run-day-operations';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDecimal, formatNumber } from '../../../../text/format.ts';
import { isolate } from '../../../../text/isolate.ts';
import { Section } from '../../../../ui/section/section.tsx';
import { LOAD_MEASURES } from '../runs/load-values.ts';

const shown = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : formatDecimal(value);
const percent = (part: number | null, whole: number | null | undefined) =>
  part === null || !whole ? '–' : `${formatNumber((part / whole) * 100)}\u00a0%`;

/** The load taken out and brought back by the run, compared with the vehicle's capacity. */
export function RunLoadTable({ run: { load, capacity } }: Pick<RunFact, 'run'>) {
  const { t } = useTranslation();
  if (!load) return null;
  const { minC, maxC } = load;
  return (
    <Section level={2} title={t('load.title')}>
      <Table.ScrollContainer minWidth={340}>
        <Table verticalSpacing={4} fz="sm" aria-label={t('load.title')}>
          <Table.Thead>
            <Table.Tr>
              {(['what', 'out', 'back', 'capacity', 'fill'] as const).map((name) => (
                <Table.Th key={name}>{t(`load.${name}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {LOAD_MEASURES.map(({ measure, out, back }) => (
              <Table.Tr key={measure}>
                <Table.Th scope="row" fw={500}>
                  {t(`load.${measure}`)}
                </Table.Th>
                <Table.Td>{shown(load[out])}</Table.Td>
                <Table.Td>{shown(load[back])}</Table.Td>
                <Table.Td>{shown(capacity?.[measure])}</Table.Td>
                <Table.Td>{percent(load[out], capacity?.[measure])}</Table.Td>
              </Table.Tr>
            ))}
            {load.products.map(({ name, out, back }, index) => (
              <Table.Tr key={index}>
                <Table.Th scope="row" fw={500}>
                  <bdi>{name}</bdi>
                </Table.Th>
                <Table.Td>{shown(out)}</Table.Td>
                <Table.Td>{shown(back)}</Table.Td>
                <Table.Td />
                <Table.Td />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {(minC !== null || maxC !== null) && (
        <Text size="sm">{t('load.range', { from: isolate(shown(minC)), to: isolate(shown(maxC)) })}</Text>
      )}
    </Section>
  );
}
