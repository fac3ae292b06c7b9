import type { AdminMenu } from '@milepost/contract/admin-operations';
import { ActionIcon, Badge, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuIcon } from '../../../ui/menu/menu-icon.tsx';
import classes from '../admin.module.css';

interface Props {
  menu: AdminMenu;
  depth: number;
  mayEdit: boolean;
  first: boolean;
  last: boolean;
  dragged: boolean;
  over: boolean;
  onStep: (step: -1 | 1) => void;
  onDrag: (id: number | null) => void;
  onOver: () => void;
  onDrop: () => void;
  onEdit: () => void;
}

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/** One entry: dragged by its grip, or moved by its arrows or with Alt and the arrow keys. */
export function MenuRow(props: Props) {
  const { menu, depth, mayEdit } = props;
  const { t } = useTranslation();
  const name = menu.title;
  const hidden = menu.CM !== 0 && menu.CM !== 1;
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!mayEdit || !event.altKey || step === undefined) return;
    event.preventDefault();
    props.onStep(step);
  }
  return (
    // The keys act on the buttons inside; the arrow buttons are the alternative to dragging.
    <li
      style={{ paddingInlineStart: `calc(12px + ${depth} * var(--step))` }}
      draggable={mayEdit}
      data-dragged={props.dragged || undefined}
      data-over={props.over || undefined}
      onKeyDown={onKeyDown}
      onDragStart={() => props.onDrag(menu.id)}
      onDragEnd={() => props.onDrag(null)}
      onDragOver={(event) => {
        event.preventDefault();
        props.onOver();
      }}
      onDrop={props.onDrop}
    >
      {mayEdit && <IconGripVertical size={18} className={classes['grip']} aria-hidden />}
      <MenuIcon name={menu.icon} />
      <Text fw={600} className={classes['title'] ?? ''}>
        {name}{' '}
        <Text span size="sm" c="dimmed" fw={400}>
          {menu.path}
        </Text>{' '}
        {hidden && (
          <Badge variant="default" size="sm" tt="none">
            {t('admin.menus.hidden')}
          </Badge>
        )}
      </Text>
      {mayEdit && (
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            aria-label={t('admin.menus.up', { name })}
            disabled={props.first}
            onClick={() => props.onStep(-1)}
          >
            <IconArrowUp size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('admin.menus.down', { name })}
            disabled={props.last}
            onClick={() => props.onStep(1)}
          >
            <IconArrowDown size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon aria-label={t('admin.edit-named', { name })} onClick={props.onEdit}>
            <IconPencil size={18} stroke={1.6} />
          </ActionIcon>
        </Group>
      )}
    </li>
  );
}
