import type { TerritoryDay } from '@milepost/contract/run-day-operations';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDuration, formatNumber } from '../../../text/format.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import { adherenceText } from '../../../ui/runs/run-figures.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import type { useDayState } from './use-day-state.ts';
import classes from './distribution.module.css';

const percent = (part: number, whole: number) => (whole > 0 ? `${formatNumber((part / whole) * 100)} %` : '–');

interface Props {
  rows: readonly TerritoryDay[];
  total: number;
  view: ReturnType<typeof useDayState>;
}

/** The territories of the day side by side. */
export function Territories({ rows, total, view }: Props) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <section className={classes['territories']} aria-label={t('distribution.territories')}>
      <h2>{t('distribution.territories')}</h2>
      <div className={classes['scroll']}>
        <Table verticalSpacing={4} horizontalSpacing={10} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('distribution.territory')}</Table.Th>
              {(
                ['runs', 'planned', 'visited', 'adherence', 'missed', 'unknown', 'late', 'on-time', 'dwell'] as const
              ).map((name) => (
                <Table.Th key={name} ta="end">
                  {name === 'runs' ? t('distribution.runs') : t(`runs.figure.${name}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.territory?.id ?? 0}>
                <Table.Th scope="row" fw={500}>
                  {row.territory ? (
                    <Link to={view.address({ territoryId: row.territory.id })} {...SAME_PAGE}>
                      {row.territory.name}
                    </Link>
                  ) : (
                    t('distribution.no-territory')
                  )}
                </Table.Th>
                {[
                  formatNumber(row.runs),
                  formatNumber(row.planned),
                  formatNumber(row.visited),
                  adherenceText(row),
                  formatNumber(row.missed),
                  formatNumber(row.unknown),
                  formatNumber(row.late),
                  percent(row.onTime, row.windows),
                  row.visited > 0 ? formatDuration(row.stoodS / row.visited) : '–',
                ].map((text, index) => (
                  <Table.Td key={index} ta="end">
                    {text}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <CutNote shown={rows.length} total={total} />
    </section>
  );
}
