import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MenuFrame } from '../lazy-menu.tsx';
import type { Column } from './column.ts';
import { type ColumnChoice, choosable, isShown } from './shown-columns.ts';

interface Props extends MenuFrame {
  columns: readonly Pick<Column<unknown>, 'key' | 'label' | 'bare' | 'from'>[];
  width: number;
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
}

/** The choice of a table's visible columns. */
export default function ColumnItems({ button, opened, onChange, columns, width, choice, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" shadow="md" opened={opened} onChange={onChange} closeOnItemClick={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('table.columns')}</Menu.Label>
        {choosable(columns).map((column) => {
          const shown = isShown(column, width, choice);
          return (
            <Menu.CheckboxItem
              key={column.key}
              checked={shown}
              onChange={() => onChoose({ ...choice, [column.key]: !shown })}
            >
              {column.label}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose({})}>{t('table.columns-usual')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
