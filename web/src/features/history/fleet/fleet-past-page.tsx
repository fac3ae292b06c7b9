import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { PastVehicle } from '@milepost/contract/history-operations';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { everyWordIn } from '../../../text/every-word.ts';
import { formatNumber } from '../../../text/format.ts';
import { dayOf, spanOfDay } from '../../../text/local-day.ts';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { formatHistory } from '../history-view.ts';
import classes from './fleet-past-page.module.css';
import { MomentBar } from './moment-bar.tsx';
import { PastCounts, type CountedStatus } from './past-counts.tsx';
import { PastRow } from './past-row.tsx';
import { PastStage } from './past-stage.tsx';
import { useFleetAt } from './use-fleet-at.ts';
import { CutNote } from '../../../ui/cut-note.tsx';

/** The number of lines shown without a search: more would slow the page, and nobody reads them. */
const SHOWN = 300;

/** All vehicles at a past moment, with a slider over the day; each links to its history. */
export default function FleetPastPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [opened] = useState(() => Date.now());
  const requestedAt = Date.parse(params.get('at') ?? '');
  const at = Number.isFinite(requestedAt) ? requestedAt : opened;
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<CountedStatus | null>(null);
  const [map, setMap] = useState<BaseMap | null>(null);
  const fleet = useFleetAt(at);
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, 'li > button');
  const vehicles = fleet.vehicles;

  const setAt = useCallback(
    (ms: number) => setParams({ at: new Date(ms).toISOString() }, { replace: true, ...SAME_PAGE }),
    [setParams],
  );
  const shown = useMemo(
    () => vehicles.filter((each) => matches(each, search) && (status === null || statusOf(each) === status)),
    [vehicles, search, status],
  );
  const playback = (id: number) => formatHistory({ vehicleId: id, vehicleIds: [id], ...spanOfDay(dayOf(at)), at });

  return (
    <div className={classes['page']}>
      <aside className={classes['panel']} aria-label={t('history.fleet.panel')}>
        <header className={classes['head']}>
          <h1>{t('history.fleet.title')}</h1>
          <Link to="/history">{t('history.fleet.back')}</Link>
        </header>
        <div className={classes['tools']}>
          <PastCounts vehicles={vehicles} status={status} onStatus={setStatus} />
          <TextInput
            aria-label={t('history.fleet.search')}
            placeholder={t('history.fleet.search')}
            leftSection={<IconSearch size={16} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        {fleet.error && <ErrorNote error={fleet.error} onRetry={fleet.retry} radius={0} />}
        <ul ref={list} className={classes['list']}>
          {shown.slice(0, SHOWN).map((vehicle) => (
            <PastRow
              key={vehicle.id}
              vehicle={vehicle}
              at={at}
              to={playback(vehicle.id)}
              onShow={() => vehicle.fix && map?.goTo(vehicle.fix)}
            />
          ))}
          {shown.length === 0 && !fleet.loading && <li className={classes['none']}>{t('history.fleet.nothing')}</li>}
          <CutNote shown={fleet.vehicles.length} total={fleet.total} />
          {shown.length > SHOWN && (
            <li className={classes['none']}>
              {t('history.fleet.more', { number: formatNumber(shown.length - SHOWN) })}
            </li>
          )}
        </ul>
      </aside>
      <div className={classes['stage']}>
        <div className={classes['map']} data-loading={fleet.loading || undefined}>
          <PastStage vehicles={shown} onMap={setMap} onPick={(id) => void navigate(playback(id))} />
        </div>
        <MomentBar at={at} onChange={setAt} />
      </div>
    </div>
  );
}

const matches = ({ registration, groupName }: PastVehicle, search: string) =>
  everyWordIn(search)([registration, groupName]);

/** A vehicle without coordinates is counted under no other status. */
const statusOf = ({ status, fix }: PastVehicle): CountedStatus => (fix ? status : 'unplaced');
