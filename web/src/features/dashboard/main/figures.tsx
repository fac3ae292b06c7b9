import type { DashboardFigure } from '@milepost/contract/dashboard-figures';
import type { DashboardSums } from '@milepost/contract/dashboard-operations';
import { Paper, Skeleton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowRight,
  IconArrowUpRight,
  IconBell,
  IconCarCrane,
  IconClockPause,
  IconEngine,
  IconEyeOff,
  IconGauge,
  type Icon,
  IconParking,
  IconRoad,
  IconRoute,
  IconSteeringWheel,
  IconTruckDelivery,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { formatNumber } from '../../../text/format.ts';
import type { FigureText } from '../../../ui/engine/figure-text.ts';
import { FigureValue } from '../../../ui/engine/figure-value.tsx';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { changePercent, formatChange, meansOf } from './change.ts';
import { figureOf, formatFigure, valueOf } from './figure-text.ts';
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
  { figure: 'standing', Icon: IconParking },
  { figure: 'idle', Icon: IconClockPause },
  { figure: 'unseen', Icon: IconEyeOff },
  { figure: 'trips', Icon: IconRoute },
  { figure: 'tows', Icon: IconCarCrane },
  { figure: 'engine', Icon: IconEngine },
  { figure: 'overspeeds', Icon: IconGauge },
];

/** The figures of the range, each a link to the vehicles behind it. */
export function Figures({ data, weekdays, dashboard }: Props) {
  const { t } = useTranslation();
  const { address, state } = dashboard;
  const seesTows = useMay('history', 'view');
  const against = data && reference(data, weekdays);
  return (
    <ul className={classes['figures']} aria-label={t('dashboard.figures')}>
      <Tile
        to={address({ behind: 'trips' })}
        Icon={IconTruckDelivery}
        label={t('dashboard.utilisation')}
        figure={data && plain(percent(data.sums.drove, data.vehicles))}
        note={
          data && t('dashboard.drove', { drove: formatNumber(data.sums.drove), vehicles: formatNumber(data.vehicles) })
        }
      />
      {TILES.map(({ figure, Icon }) => (
        <Tile
          key={figure}
          to={figure === 'tows' && seesTows && data ? towsPath(data.days, state.groupId) : address({ behind: figure })}
          Icon={figure === 'overspeeds' && (data?.sums.overspeeds ?? 0) > 0 ? IconAlertTriangle : Icon}
          label={figure === 'idle' ? t('engine.of-which-idling') : t(`dashboard.figure.${figure}`)}
          figure={data && figureOf(t, figure, data.sums, true)}
          change={
            data && against && knownBy(against, figure, data.sums) ? changeOf(figure, data.sums, against.sums) : null
          }
          against={
            against
              ? t(`dashboard.against.${against.kind}`, { value: formatFigure(figure, valueOf(figure, against.sums)) })
              : ''
          }
          note={data && (noteOf(t, figure, data.sums) ?? (data.young ? t('dashboard.against.young') : null))}
        />
      ))}
      <Tile
        to={data ? `/dashboard/alarms?from=${data.days.from}&to=${data.days.to}` : '/dashboard/alarms'}
        Icon={IconBell}
        label={t('dashboard.figure.alarms')}
        figure={data && plain(formatNumber(Object.values(data.alarms).reduce((sum, { raised }) => sum + raised, 0)))}
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

/** Each tow matters individually: a list of tows is more useful than counts per vehicle. */
const towsPath = ({ from, to }: { from: string; to: string }, groupId: number | null): string =>
  `/history/tows?from=${from}&to=${to}${groupId === null ? '' : `&group=${groupId}`}`;

const plain = (text: string): FigureText => ({ text, why: null });

/** The note below a figure without a comparison. */
function noteOf(t: TFunction, figure: DashboardFigure, sums: DashboardSums): string | null {
  if (figure === 'distance' && sums.drove > 0)
    return t('dashboard.for-each', { value: formatFigure(figure, sums.distanceM / sums.drove) });
  if (figure === 'idle' || figure === 'engine') return figureOf(t, figure, sums, true).why;
  return null;
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${formatNumber((part / whole) * 100)} %`);

interface Reference {
  kind: 'weekday' | 'before';
  sums: DashboardSums;
}

/** The baseline of the range: for today the same weekdays up to this time, otherwise the days before. */
function reference(data: CallOutput<'get-dashboard'>, weekdays: Props['weekdays']): Reference | null {
  if (data.before) return { kind: 'before', sums: data.before };
  const earlier = weekdays?.days.slice(1).filter(({ known }) => known) ?? [];
  const [today] = weekdays?.days ?? [];
  if (!today || earlier.length === 0 || data.days.from !== today.day) return null;
  const sums = earlier.map(({ untilNow }) => untilNow);
  return { kind: 'weekday', sums: meansOf(today.untilNow, sums) };
}

/** Engine hours and idling between trips are not known by time of day. */
const knownBy = ({ kind, sums }: Reference, figure: DashboardFigure, now: DashboardSums) =>
  (figure !== 'engine' && figure !== 'idle') || (kind === 'before' && sums.engineKnownS > 0 && now.engineKnownS > 0);

const changeOf = (figure: DashboardFigure, sums: DashboardSums, against: DashboardSums) =>
  changePercent(valueOf(figure, sums), valueOf(figure, against));

interface TileProps {
  to: string;
  Icon: Icon;
  label: string;
  figure: FigureText | undefined;
  change?: number | null;
  /** The comparison as text. */
  against?: string;
  note?: string | null | undefined;
}

function Tile({ to, Icon, label, figure, change = null, against = '', note }: TileProps) {
  const Arrow =
    change === null || Math.abs(change) < 0.5 ? IconArrowRight : change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <Paper component="li" withBorder radius="lg" className={classes['tile']}>
      <Link to={to} {...SAME_PAGE}>
        <span className={classes['label']}>
          <Icon size={16} stroke={1.6} aria-hidden />
          {label}
        </span>
        {figure === undefined ? (
          <Skeleton height={26} width="60%" />
        ) : (
          <strong>
            <FigureValue figure={figure} />
          </strong>
        )}
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
