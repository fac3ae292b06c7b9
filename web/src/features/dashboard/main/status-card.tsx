import type { VehicleStatus } from '@milepost/contract/live-constants';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { liveStore } from '../../../live/live-client.ts';
import { useFleetRevision } from '../../../live/use-live.ts';
import { statusAt } from '../../../live/vehicle-state.ts';
import { formatNumber } from '../../../text/format.ts';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { MenuLink } from '../../../ui/menu/menu-link.tsx';
import { Card } from './card.tsx';
import pageClasses from './main.module.css';
import listClasses from './lists.module.css';

const SHOWN: readonly VehicleStatus[] = ['running', 'idle', 'stopped', 'silent', 'inactive', 'never'];

/** The fleet's present state, by the live socket. */
export function StatusCard({ groupId }: { groupId: number | null }) {
  const { t } = useTranslation();
  const { counts, total } = useCounts(groupId);
  const shown = counts.expired > 0 ? [...SHOWN, 'expired' as const] : SHOWN;
  const group = groupId === null ? '' : `&group=${groupId}`;
  return (
    <Card
      area="status"
      title={t('dashboard.now')}
      aside={
        <MenuLink
          menu="live-map"
          inherit
          className={pageClasses['more']}
          to={groupId === null ? '/track-vehicle' : `/track-vehicle?group=${groupId}`}
        >
          {t('dashboard.vehicles', { count: total, number: formatNumber(total) })}
        </MenuLink>
      }
    >
      <div className={listClasses['share']} aria-hidden>
        {shown.map((status) => (
          <span
            key={status}
            style={{ flexGrow: counts[status], background: `var(--status-${status})` }}
            hidden={counts[status] === 0}
          />
        ))}
      </div>
      <ul className={listClasses['statuses']}>
        {shown.map((status) => (
          <li key={status}>
            <Link to={`/track-vehicle?status=${status}${group}`} data-testid={`dashboard-status-${status}`}>
              <StatusIcon status={status} size={12} />
              <strong>{liveStore.loaded ? formatNumber(counts[status]) : '–'}</strong>
              <span>{t(`status.${status}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useCounts(groupId: number | null) {
  const revision = useFleetRevision();
  return useMemo(
    () => {
      const counts = { running: 0, idle: 0, stopped: 0, silent: 0, inactive: 0, never: 0, expired: 0 };
      let total = 0;
      for (const { id, groupId: group } of liveStore.vehicles.values()) {
        if (groupId !== null && group !== groupId) continue;
        counts[statusAt(liveStore.table, liveStore.table.slotOf.get(id) ?? -1)]++;
        total++;
      }
      return { counts, total };
    },
    // The store is not React state; its revision signals changes.
    // oxlint-disable-next-line react/memo-dependencies, react-hooks/exhaustive-deps
    [revision, groupId],
  );
}
