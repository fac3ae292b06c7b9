import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './record-page.module.css';

interface Props {
  tabs: readonly { name: string; label: string }[];
  open: string;
  onOpen: (name: string) => void;
}

/** The tabs that do not fit in the row; the button has the name of the open one among them. */
export function MoreTabs({ tabs, open, onOpen }: Props) {
  const { t } = useTranslation();
  const here = tabs.find(({ name }) => name === open);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes['more'] ?? ''} data-open={here ? true : undefined}>
          {here?.label ?? t('tabs.more')}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" className={classes['others'] ?? ''}>
        {tabs.map(({ name, label }) => (
          <Menu.Item
            key={name}
            aria-current={name === open || undefined}
            fw={name === open ? 650 : undefined}
            onClick={() => onOpen(name)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
