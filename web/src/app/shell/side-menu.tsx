import type { MenuItem } from '@milepost/contract/menu-item';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconExternalLink } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { localStore } from '../../api/local-store.ts';
import { menuTitle, NEW_TAB_TITLE, trailTo, visible } from '../../ui/menu/menu.ts';
import { MenuIcon } from '../../ui/menu/menu-icon.tsx';
import classes from './side-menu.module.css';
import { useMenuClick } from './use-menu-click.ts';

interface Props {
  items: readonly MenuItem[];
  /** True if only icons are shown. */
  closed: boolean;
  onExpand: () => void;
}

/** The local-storage key of the open menus: their ids from the outermost to the innermost. */
const MENU_OPEN_KEY = 'milepost.menu-open';

/**
 * The left menu: one menu and one submenu are open at a time; a click on the open one closes it. If the page is in no
 * group, the last open one stays open, also in a reopened drawer and after a reload.
 */
export function SideMenu({ items, closed, onExpand }: Props) {
  const { pathname } = useLocation();
  const here = trailTo(items, pathname)
    .map(({ id }) => id)
    .join();
  const trail = ids(here);
  const [open, setOpen] = useState(() => (trail.length > 1 ? trail : ids(localStore.getItem(MENU_OPEN_KEY) ?? '')));
  const [shown, setShown] = useState(here);
  // Opening a page expands the menus that lead to it.
  if (shown !== here) {
    setShown(here);
    if (trail.length > 1) setOpen(trail);
  }
  useEffect(() => localStore.setItem(MENU_OPEN_KEY, open.join()), [open]);

  function toggle(item: MenuItem, level: number) {
    if (closed) {
      onExpand();
      setOpen([...open.slice(0, level), item.id]);
    } else setOpen(open[level] === item.id ? open.slice(0, level) : [...open.slice(0, level), item.id]);
  }

  const list = useRef<HTMLUListElement>(null);
  // The menu is longer than many screens: the entry of a page opened by a link or a key is scrolled into view.
  useEffect(() => {
    if (here !== '') list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);

  return (
    <ul ref={list} className={classes.list} data-closed={closed || undefined}>
      {visible(items).map((item) => (
        <Entry key={item.id} item={item} level={0} open={open} trail={trail} closed={closed} onToggle={toggle} />
      ))}
    </ul>
  );
}

const ids = (trail: string) => (trail === '' ? [] : trail.split(',').map(Number));

/** The expanded entries can be below the visible end of the menu. */
const reveal = (list: HTMLUListElement | null) => list?.scrollIntoView({ block: 'nearest' });

/** The class from the server is added to ours. */
const entryClass = (item: MenuItem) => `${classes.entry} ${item.class}`.trim();
const iconSize = (level: number) => (level === 0 ? 20 : 16);

interface EntryProps {
  item: MenuItem;
  level: number;
  open: readonly number[];
  /** The entry of the current page, after those that lead to it. */
  trail: readonly number[];
  closed: boolean;
  onToggle: (item: MenuItem, level: number) => void;
}

function Entry({ item, level, open, trail, closed, onToggle }: EntryProps) {
  const { t } = useTranslation();
  const title = menuTitle(t, item);
  const onMenuClick = useMenuClick();
  const below = visible(item.submenu);
  const isOpen = open[level] === item.id;
  return (
    <li>
      {below.length === 0 ? (
        <Leaf item={item} level={level} trail={trail} closed={closed} />
      ) : (
        <UnstyledButton
          className={entryClass(item)}
          data-level={level}
          aria-expanded={isOpen && !closed}
          aria-label={closed ? title : undefined}
          title={closed ? title : undefined}
          data-trail={(closed ? trail.includes(item.id) : isOpen) || undefined}
          onClick={() => {
            onMenuClick(item);
            onToggle(item, level);
          }}
        >
          <MenuIcon name={item.icon} size={iconSize(level)} />
          <span className={classes.title}>{title}</span>
          <IconChevronDown size={16} className={classes.chevron} aria-hidden />
        </UnstyledButton>
      )}
      {below.length > 0 && isOpen && !closed && (
        <ul ref={reveal} className={classes.list}>
          {below.map((child) => (
            <Entry
              key={child.id}
              item={child}
              level={level + 1}
              open={open}
              trail={trail}
              closed={closed}
              onToggle={onToggle}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

function Leaf({ item, level, trail, closed }: Omit<EntryProps, 'open' | 'onToggle'>) {
  const { t } = useTranslation();
  const onMenuClick = useMenuClick();
  const newTab = item.title === NEW_TAB_TITLE;
  return (
    <NavLink
      to={`/${item.path}`}
      title={closed ? menuTitle(t, item) : undefined}
      // A subpage can belong to another entry.
      end={item.id !== trail.at(-1)}
      className={entryClass(item)}
      data-level={level}
      target={newTab ? '_blank' : undefined}
      rel={newTab ? 'noopener' : undefined}
      onClick={() => onMenuClick(item)}
    >
      <MenuIcon name={item.icon} size={iconSize(level)} />
      <span className={classes.title}>{menuTitle(t, item)}</span>
      {newTab && <IconExternalLink size={16} aria-hidden />}
    </NavLink>
  );
}
