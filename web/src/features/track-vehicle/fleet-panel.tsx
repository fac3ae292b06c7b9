import { Button, Skeleton } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore } from '../../live/live-client.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import type { FleetList } from './fleet-list.ts';
import { ListTools } from './list-tools.tsx';
import { StatusFilter } from './status-filter.tsx';
import classes from './track-vehicle-page.module.css';
import type { useListSettings } from './use-fleet-list.ts';
import { VehicleList } from './vehicle-list.tsx';
import type { ViewState } from './view-state.ts';

interface Props {
  view: ViewState;
  change(part: Partial<Omit<ViewState, 'camera'>>): void;
  list: FleetList;
  settings: ReturnType<typeof useListSettings>;
  searchRef: Ref<HTMLInputElement>;
  cursorId: number | null;
  onSelect(id: number): void;
}

const SKELETONS = Array.from({ length: 9 }, (_, index) => index);

/** The left panel: chips, search, and the list or a message instead of it. */
export function FleetPanel({
  view,
  change,
  list,
  settings: [settings, setSettings],
  searchRef,
  cursorId,
  onSelect,
}: Props) {
  const { t } = useTranslation();
  const toggle = (groupId: number) => {
    const rest = settings.collapsed.filter((each) => each !== groupId);
    setSettings({ collapsed: rest.length < settings.collapsed.length ? rest : [...rest, groupId] });
  };
  return (
    <>
      <StatusFilter
        list={list}
        status={view.status}
        onStatus={(status) => change({ status, alarmed: false })}
        alarmed={view.alarmed}
        onAlarmed={(alarmed) => change({ status: null, alarmed })}
      />
      <ListTools
        searchRef={searchRef}
        q={view.q}
        onSearch={(q) => change({ q })}
        sort={settings.sort}
        onSort={(sort) => setSettings({ sort })}
        grouped={settings.grouped}
        onGrouped={(grouped) => setSettings({ grouped })}
        groupId={view.groupId}
        onGroup={(groupId) => change({ groupId })}
        onFirst={() => list.ids[0] !== undefined && view.q !== '' && onSelect(list.ids[0])}
        vehicles={liveStore.vehicles}
        vehiclesRevision={liveStore.vehiclesRevision}
      />
      {liveStore.loaded ? (
        list.rows.length > 0 && (
          <VehicleList
            list={list}
            selectedId={view.vehicleId}
            cursorId={cursorId}
            onSelect={onSelect}
            onToggleGroup={toggle}
          />
        )
      ) : (
        <div className={classes.skeletons} role="status" aria-label={t('track-vehicle.loading')}>
          {SKELETONS.map((index) => (
            <Skeleton key={index} height={34} radius="sm" />
          ))}
        </div>
      )}
      {liveStore.loaded && list.rows.length === 0 && list.filtered && (
        <div className={classes.nothing}>
          <EmptyNote title={t('track-vehicle.no-match')} text={t('track-vehicle.no-match-text')}>
            <Button
              variant="default"
              leftSection={<IconFilterOff size={16} />}
              onClick={() => change({ q: '', status: null, alarmed: false, groupId: null })}
            >
              {t('track-vehicle.clear-filters')}
            </Button>
          </EmptyNote>
        </div>
      )}
    </>
  );
}
