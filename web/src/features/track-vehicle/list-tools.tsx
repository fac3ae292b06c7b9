import type { LiveVehicle } from '@milepost/contract/live';
import { ActionIcon, CloseButton, Indicator, Kbd, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import type { Sort } from './fleet-list.ts';
import classes from './list-panel.module.css';
import { lazyPart } from '../../ui/lazy-part.ts';

interface Props {
  searchRef: Ref<HTMLInputElement>;
  q: string;
  onSearch(q: string): void;
  sort: Sort;
  onSort(sort: Sort): void;
  grouped: boolean;
  onGrouped(grouped: boolean): void;
  groupId: number | null;
  onGroup(groupId: number | null): void;
  /** Opens the first match. */
  onFirst(): void;
  vehicles: ReadonlyMap<number, LiveVehicle>;
  /** Increased when names of vehicles or groups changed. */
  vehiclesRevision: number;
}

function groupsOf(vehicles: Iterable<LiveVehicle>): [number, string][] {
  const names = new Map<number, string>();
  for (const { groupId, groupName } of vehicles) if (groupId !== null) names.set(groupId, groupName ?? '');
  return [...names].toSorted(([, a], [, b]) => a.localeCompare(b));
}

const ListMenu = lazyPart(() => import('./list-menu.tsx'));

/** The search, and a menu with the sorting and grouping of the list. */
export function ListTools(props: Props) {
  const { searchRef, q, onSearch, sort, onSort, grouped, onGrouped, groupId, onGroup, onFirst } = props;
  const { t } = useTranslation();
  const [groups, setGroups] = useState<{ revision: number; names: [number, string][] }>({ revision: -1, names: [] });
  if (groups.revision !== props.vehiclesRevision) {
    setGroups({ revision: props.vehiclesRevision, names: groupsOf(props.vehicles.values()) });
  }
  return (
    <div className={classes.tools}>
      <TextInput
        ref={searchRef}
        className={classes.search}
        size="sm"
        value={q}
        maxLength={100}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onFirst();
        }}
        placeholder={t('track-vehicle.search')}
        aria-label={t('track-vehicle.search')}
        data-testid="vehicle-search"
        leftSection={<IconSearch size={16} />}
        rightSection={
          q ? (
            <CloseButton size="sm" onClick={() => onSearch('')} aria-label={t('track-vehicle.clear-search')} />
          ) : (
            <Kbd size="xs" aria-hidden visibleFrom="sm">
              /
            </Kbd>
          )
        }
      />
      <Indicator disabled={groupId === null} size={8} offset={4}>
        <LazyMenu
          button={
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('track-vehicle.list-options')}
              title={t('track-vehicle.list-options')}
              data-testid="list-options"
            >
              <IconAdjustmentsHorizontal size={18} />
            </ActionIcon>
          }
          renderMenu={(frame) => (
            <ListMenu
              {...frame}
              sort={sort}
              onSort={onSort}
              grouped={grouped}
              onGrouped={onGrouped}
              groupId={groupId}
              onGroup={onGroup}
              groups={groups.names}
            />
          )}
        />
      </Indicator>
    </div>
  );
}
