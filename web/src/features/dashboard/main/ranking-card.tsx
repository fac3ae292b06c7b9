import { DASHBOARD_FIGURES, type DashboardFigure } from '@milepost/contract/dashboard-figures';
import type { DashboardVehicle } from '@milepost/contract/dashboard-operations';
import { Select, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { Card } from './card.tsx';
import { figureOf, valueOf } from './figure-text.ts';
import pageClasses from './main.module.css';
import listClasses from './lists.module.css';
import type { useDashboardState } from './use-dashboard-state.ts';

interface Props {
  data: CallOutput<'get-dashboard'> | undefined;
  dashboard: ReturnType<typeof useDashboardState>;
}

/** The vehicles with the highest and lowest values of a figure. */
export function RankingCard({ data, dashboard }: Props) {
  const { t } = useTranslation();
  const { state, view, address } = dashboard;
  const most = data?.top[0] ? valueOf(state.by, data.top[0]) : 0;
  return (
    <Card
      area="ranking"
      title={t('dashboard.ranking.title')}
      aside={
        <div className={pageClasses['aside']}>
          <Link className={pageClasses['more']} to={address({ behind: state.by })} {...SAME_PAGE}>
            {t('dashboard.ranking.all')}
          </Link>
          <Select
            size="xs"
            w={150}
            aria-label={t('dashboard.ranking.by')}
            allowDeselect={false}
            data={DASHBOARD_FIGURES.map((figure) => ({
              value: figure as string,
              label: t(`dashboard.figure.${figure}`),
            }))}
            value={state.by}
            onChange={(value) => view({ by: DASHBOARD_FIGURES.find((figure) => figure === value) ?? 'distance' })}
          />
        </div>
      }
    >
      <div className={listClasses['ranking']}>
        <Ranked title={t('dashboard.ranking.most')} rows={data?.top} by={state.by} most={most} />
        <Ranked title={t('dashboard.ranking.least')} rows={data?.bottom} by={state.by} most={most} />
      </div>
    </Card>
  );
}

interface RankedProps {
  title: string;
  rows: readonly DashboardVehicle[] | undefined;
  by: DashboardFigure;
  /** The greatest value, which fills the bar. */
  most: number;
}

function Ranked({ title, rows, by, most }: RankedProps) {
  const { t } = useTranslation();
  return (
    <div>
      <h3>{title}</h3>
      {rows === undefined && <Skeleton height={150} radius="md" />}
      {rows?.length === 0 && <p className={listClasses['nothing']}>{t('dashboard.ranking.none')}</p>}
      <ol>
        {rows?.map((vehicle) => {
          const value = valueOf(by, vehicle);
          return (
            <li key={vehicle.id}>
              <Link to={`/vehicle-info/${vehicle.id}`}>
                <bdi>{vehicle.registration}</bdi>
                <span className={listClasses['bar']} aria-hidden>
                  <span style={{ inlineSize: `${most > 0 ? (value / most) * 100 : 0}%` }} />
                </span>
                <span>{figureOf(t, by, vehicle, false).text}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
