import type { DashboardFigure } from '@milepost/contract/dashboard-figures';
import type { DashboardSums } from '@milepost/contract/dashboard-routes';
import { Paper, Skeleton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowRight,
  IconArrowUpRight,
  IconBell,
  IconClockPause,
  IconEngine,
  IconGauge,
  type Icon,
  IconRoad,
  IconRoute,
  IconSteeringWheel,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { changePercent, formatChange, meanOf } from './change.ts';
import { formatFigure, valueOf } from './figure-text.ts';
import classes from './main.module.css';
import type { useDashboardState } from './use-dashboard-state.ts';

interface Props {
  data: CallOutput<'get-dashboard'> | undefined;
  weekdays: CallOutput<'get-dashboard-weekdays'> | undefined;
  dashboard: ReturnType<typeof useDashboardState>;
}

const TILES: readonly { figure: DashboardFigure; Icon: Icon }[] = [
  { figure: 'distance', Icon: IconRoad },
  { figure: 'driving', Icon: IconSteeringWheel },
  { figure: 'idle', Icon: IconClockPause },
  { figure: 'trips', Icon: IconRoute },
  { figure: 'engine', Icon: IconEngine },
  { figure: 'overspeeds', Icon: IconGauge },
];

/** The figures of the range, each a link to the vehicles behind it. */
export function Figures({ data, weekdays, dashboard }: Props) {
  const { t } = useTranslation();
  const { address } = dashboard;
  const against = data && reference(data, weekdays);
  return (
    <ul className={classes['figures']} aria-label={t('dashboard.figures')}>
      <Tile
        to={address({ behind: 'trips' })}
        Icon={IconTruckDelivery}
        label={t('dashboard.utilisation')}
        value={data && percent(data.sums.drove, data.vehicles)}
        note={
          data && t('dashboard.drove', { drove: formatNumber(data.sums.drove), vehicles: formatNumber(data.vehicles) })
        }
      />
      {TILES.map(({ figure, Icon }) => (
        <Tile
          key={figure}
          to={address({ behind: figure })}
          Icon={figure === 'overspeeds' && (data?.sums.overspeeds ?? 0) > 0 ? IconAlertTriangle : Icon}
          label={t(`dashboard.figure.${figure}`)}
          value={data && formatFigure(figure, valueOf(figure, data.sums))}
          change={data && against && knownBy(against, figure) ? changeOf(figure, data.sums, against.sums) : null}
          against={
            against
              ? t(`dashboard.against.${against.kind}`, { value: formatFigure(figure, valueOf(figure, against.sums)) })
              : ''
          }
          note={
            data &&
            figure === 'distance' &&
            data.sums.drove > 0 &&
            t('dashboard.for-each', { value: formatFigure(figure, data.sums.distanceM / data.sums.drove) })
          }
        />
      ))}
      <Tile
        to={data ? `/dashboard/alarms?from=${data.days.from}&to=${data.days.to}` : '/dashboard/alarms'}
        Icon={IconBell}
        label={t('dashboard.figure.alarms')}
        value={data && formatNumber(Object.values(data.alarms).reduce((sum, { raised }) => sum + raised, 0))}
        note={
          data &&
          t('dashboard.unseen', {
            number: formatNumber(Object.values(data.alarms).reduce((sum, { open }) => sum + open, 0)),
          })
        }
      />
    </ul>
  );
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${formatNumber((part / whole) * 100)} %`);

interface Reference {
  kind: 'weekday' | 'before';
  sums: DashboardSums;
}

/** What the range is held against: today against the same weekdays until now, anything else against the days before. */
function reference(data: CallOutput<'get-dashboard'>, weekdays: Props['weekdays']): Reference | null {
  if (data.before) return { kind: 'before', sums: data.before };
  const earlier = weekdays?.days.slice(1).filter(({ known }) => known) ?? [];
  const [today] = weekdays?.days ?? [];
  if (!today || earlier.length === 0 || data.days.from !== today.day) return null;
  const sums = earlier.map(({ untilNow }) => untilNow);
  const mean = (key: keyof DashboardSums) => meanOf(sums, key);
  return {
    kind: 'weekday',
    sums: {
      distanceM: mean('distanceM'),
      drivingS: mean('drivingS'),
      idleS: mean('idleS'),
      stopS: 0,
      unseenS: mean('unseenS'),
      engineS: 0,
      engineKnownS: 0,
      tows: 0,
      towM: 0,
      towS: 0,
      trips: mean('trips'),
      overspeeds: mean('overspeeds'),
      alarms: mean('alarms'),
      drove: mean('drove'),
    },
  };
}

/** Engine hours and idling between trips are not known by time of day. */
const knownBy = ({ kind }: Reference, figure: DashboardFigure) =>
  kind === 'before' || (figure !== 'engine' && figure !== 'idle');

const changeOf = (figure: DashboardFigure, sums: DashboardSums, against: DashboardSums) =>
  changePercent(valueOf(figure, sums), valueOf(figure, against));

interface TileProps {
  to: string;
  Icon: Icon;
  label: string;
  value: string | undefined;
  change?: number | null;
  /** In words. */
  against?: string;
  note?: string | false | undefined;
}

function Tile({ to, Icon, label, value, change = null, against = '', note }: TileProps) {
  const Arrow =
    change === null || Math.abs(change) < 0.5 ? IconArrowRight : change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <Paper component="li" withBorder radius="lg" className={classes['tile']}>
      <Link to={to} {...SAME_PAGE}>
        <span className={classes['label']}>
          <Icon size={16} stroke={1.6} aria-hidden />
          {label}
        </span>
        {value === undefined ? <Skeleton height={26} width="60%" /> : <strong>{value}</strong>}
        <span className={classes['note']}>
          {change !== null && (
            <span className={classes['change']}>
              <Arrow size={14} stroke={1.8} aria-hidden />
              {formatChange(change)}
            </span>
          )}
          <span>{change === null ? note || '' : against}</span>
        </span>
      </Link>
    </Paper>
  );
}
