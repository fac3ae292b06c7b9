import type { LiveVehicle } from '@milepost/contract/live';
import { ActionIcon, CloseButton, Indicator, Kbd, Menu, TextInput, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCheck, IconSearch } from '@tabler/icons-react';
import { useMemo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore } from '../../live/live-client.ts';
import { SORTS, type Sort } from './fleet-list.ts';
import classes from './list-panel.module.css';

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
}

function groupsOf(vehicles: Iterable<LiveVehicle>): [number, string][] {
  const names = new Map<number, string>();
  for (const { groupId, groupName } of vehicles) if (groupId !== null) names.set(groupId, groupName ?? '');
  return [...names].toSorted(([, a], [, b]) => a.localeCompare(b));
}

/** Search, and a menu with the order and the groups of the list. */
export function ListTools({ searchRef, q, onSearch, sort, onSort, grouped, onGrouped, groupId, onGroup }: Props) {
  const { t } = useTranslation();
  const revision = liveStore.vehiclesRevision;
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  const groups = useMemo(() => groupsOf(liveStore.vehicles.values()), [revision]);
  const check = (on: boolean) => (on ? <IconCheck size={14} /> : <span className={classes.noCheck} />);
  return (
    <div className={classes.tools}>
      <TextInput
        ref={searchRef}
        className={classes.search}
        size="sm"
        value={q}
        maxLength={100}
        onChange={(event) => onSearch(event.currentTarget.value)}
        placeholder={t('track-vehicle.search')}
        aria-label={t('track-vehicle.search')}
        data-testid="vehicle-search"
        leftSection={<IconSearch size={16} />}
        rightSection={
          q ? (
            <CloseButton size="sm" onClick={() => onSearch('')} aria-label={t('track-vehicle.clear-search')} />
          ) : (
            <Kbd size="xs" aria-hidden>
              /
            </Kbd>
          )
        }
      />
      <Menu position="bottom-end" shadow="md" width={220}>
        <Menu.Target>
          <Tooltip label={t('track-vehicle.list-options')}>
            <Indicator disabled={groupId === null} size={8} offset={4}>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('track-vehicle.list-options')}
                data-testid="list-options"
              >
                <IconAdjustmentsHorizontal size={18} />
              </ActionIcon>
            </Indicator>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('track-vehicle.sort-by')}</Menu.Label>
          {SORTS.map((each) => (
            <Menu.Item key={each} leftSection={check(sort === each)} onClick={() => onSort(each)}>
              {t(`track-vehicle.sort.${each}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={check(grouped)} onClick={() => onGrouped(!grouped)}>
            {t('track-vehicle.by-group')}
          </Menu.Item>
          {groups.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Label>{t('track-vehicle.show-group')}</Menu.Label>
              <div className={classes.groupChoice}>
                <Menu.Item leftSection={check(groupId === null)} onClick={() => onGroup(null)}>
                  {t('track-vehicle.all-groups')}
                </Menu.Item>
                {groups.map(([id, name]) => (
                  <Menu.Item key={id} leftSection={check(groupId === id)} onClick={() => onGroup(id)}>
                    {name}
                  </Menu.Item>
                ))}
              </div>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
