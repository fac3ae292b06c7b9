import { DASHBOARD_FIGURES, type DashboardFigure } from '@milepost/contract/dashboard-figures';
import type { DashboardVehicle } from '@milepost/contract/dashboard-operations';
import { ActionIcon } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { IconHelpCircle, IconHistory } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { FigureValue } from '../../../ui/engine/figure-value.tsx';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import { formatRange } from './day-text.ts';
import { inputOf } from './dashboard-state.ts';
import { figureOf } from './figure-text.ts';
import { type Days, ListDrawer } from './list-drawer.tsx';
import type { useDashboardState } from './use-dashboard-state.ts';
import { useDrawerList, useLastValue } from './use-drawer-list.ts';
import { vehicleColumn } from './vehicle-column.tsx';

type Sort = DashboardFigure | 'registration';

interface Props {
  dashboard: ReturnType<typeof useDashboardState>;
  days: Days | undefined;
}

/** The vehicles behind a figure, each with its part, largest first, with links to the track. */
export function BehindDrawer({ dashboard, days }: Props) {
  const figure = dashboard.state.behind;
  const shown = useLastValue<DashboardFigure>(figure, 'distance');
  return <Behind key={shown} figure={shown} opened={figure !== null} dashboard={dashboard} days={days} />;
}

function Behind({ figure, opened, dashboard, days }: Props & { figure: DashboardFigure; opened: boolean }) {
  const { t } = useTranslation();
  const seesHistory = useMay('history', 'view');
  const list = useDrawerList<Sort>(figure, 'desc');
  const input = { ...inputOf(dashboard.state), ...list.state };
  const query = useCall('get-dashboard-vehicles', input, { enabled: opened, placeholderData: keepPreviousData });
  const { groupId } = dashboard.state;
  const name = t(`dashboard.figure.${figure}`);
  return (
    <ListDrawer
      title={t('dashboard.behind.title', { figure: name })}
      text={days ? formatRange(days.from, days.to) : ''}
      opened={opened}
      onClose={() => dashboard.view({ behind: null })}
      columns={columns(t, figure, seesHistory ? days : undefined)}
      {...list}
      query={query}
      {...(days && {
        report: {
          kind: 'travel-summary',
          params: {
            from: days.from,
            to: days.to,
            ...(groupId !== null && { groupIds: [groupId] }),
            own: { vehicles: 'all' },
            search: list.state.search,
            sort: list.state.sort === 'registration' ? 'vehicle' : list.state.sort,
            direction: list.state.direction,
            columns: ['vehicle', 'group', ...DASHBOARD_FIGURES],
          },
        },
      })}
    />
  );
}

/** The figure itself first, then those that explain it. */
const BESIDE: Record<DashboardFigure, readonly DashboardFigure[]> = {
  distance: ['distance', 'driving', 'trips'],
  driving: ['driving', 'distance', 'trips'],
  standing: ['standing', 'idle', 'driving'],
  idle: ['idle', 'engine', 'driving'],
  unseen: ['unseen', 'driving', 'distance'],
  engine: ['engine', 'driving', 'idle'],
  trips: ['trips', 'distance', 'driving'],
  tows: ['tows', 'trips', 'distance'],
  overspeeds: ['overspeeds', 'distance', 'driving'],
  alarms: ['alarms', 'overspeeds', 'distance'],
};

function columns(t: TFunction, figure: DashboardFigure, days: Days | undefined): Column<DashboardVehicle, Sort>[] {
  return [
    vehicleColumn(t),
    ...BESIDE[figure].map((each): Column<DashboardVehicle, Sort> => ({
      key: each,
      label: t(`dashboard.figure.${each}`),
      sort: each,
      align: 'right',
      render: (vehicle) => <FigureValue figure={figureOf(t, each, vehicle, false)} />,
    })),
    ...(days
      ? [
          {
            key: 'history',
            label: t('dashboard.behind.history'),
            bare: true,
            align: 'right' as const,
            render: ({ id, registration }: DashboardVehicle) => (
              <>
                <Tooltip text={t('dashboard.behind.why')}>
                  <ActionIcon
                    component={Link}
                    // Links one day to its explanation, and several days to the list of days, each of which has an
                    // explanation.
                    to={days.from === days.to ? `/vehicle-info/${id}?why=${days.from}` : `/vehicle-info/${id}`}
                    size={28}
                    aria-label={t('dashboard.behind.why-of', { registration })}
                  >
                    <IconHelpCircle size={18} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
                <Tooltip text={t('dashboard.behind.history')}>
                  <ActionIcon
                    component={Link}
                    to={`/history?vehicle=${id}&from=${days.start}&to=${days.end}`}
                    size={28}
                    aria-label={t('dashboard.behind.history-of', { registration })}
                  >
                    <IconHistory size={18} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
              </>
            ),
          },
        ]
      : []),
  ];
}
