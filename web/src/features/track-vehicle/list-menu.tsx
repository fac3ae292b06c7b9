import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MenuFrame } from '../../ui/lazy-menu.tsx';
import { SORTS, type Sort } from './fleet-list.ts';
import classes from './list-panel.module.css';

interface Props extends MenuFrame {
  sort: Sort;
  onSort(sort: Sort): void;
  grouped: boolean;
  onGrouped(grouped: boolean): void;
  groupId: number | null;
  onGroup(groupId: number | null): void;
  groups: readonly [id: number, name: string][];
}

const check = (on: boolean) => (on ? <IconCheck size={14} /> : <span className={classes.noCheck} />);

/** The sorting and grouping of the list. */
export default function ListMenu(props: Props) {
  const { button, opened, onChange, sort, onSort, grouped, onGrouped, groupId, onGroup, groups } = props;
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" shadow="md" width={220} opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
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
  );
}
