import type { LiveVehicle } from '@milepost/contract/live';
import { ActionIcon, CloseButton, Indicator, Kbd, Menu, TextInput, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCheck, IconSearch } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
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
  vehicles: ReadonlyMap<number, LiveVehicle>;
  /** Raised when names of vehicles or groups changed. */
  vehiclesRevision: number;
}

function groupsOf(vehicles: Iterable<LiveVehicle>): [number, string][] {
  const names = new Map<number, string>();
  for (const { groupId, groupName } of vehicles) if (groupId !== null) names.set(groupId, groupName ?? '');
  return [...names].toSorted(([, a], [, b]) => a.localeCompare(b));
}

const check = (on: boolean) => (on ? <IconCheck size={14} /> : <span className={classes.noCheck} />);

/** Search, and a menu with the order and the groups of the list. */
export function ListTools(props: Props) {
  const { searchRef, q, onSearch, sort, onSort, grouped, onGrouped, groupId, onGroup } = props;
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
          {groups.names.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Label>{t('track-vehicle.show-group')}</Menu.Label>
              <div className={classes.groupChoice}>
                <Menu.Item leftSection={check(groupId === null)} onClick={() => onGroup(null)}>
                  {t('track-vehicle.all-groups')}
                </Menu.Item>
                {groups.names.map(([id, name]) => (
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
