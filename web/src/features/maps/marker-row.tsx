import { ActionIcon, ColorSwatch, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconFocusCentered, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ColorPalette } from '../../ui/color-field/color-palette.tsx';
import { notifyWithUndo } from '../../ui/toast/notify-with-undo.tsx';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import type { MapMarker } from './marker-store.ts';

interface Props {
  marker: MapMarker;
  onUpdate: (part: Partial<MapMarker>) => void;
  onRemove: () => void;
  onRestore: () => void;
  onGo: () => void;
}

/** A marker in the list: its colour, its name, and a button that shows it. */
export function MarkerRow({ marker, onUpdate, onRemove, onRestore, onGo }: Props) {
  const { t } = useTranslation();
  const { name, color } = marker;

  function drop() {
    onRemove();
    notifyWithUndo(t, t('maps.markers.deleted', { name }), onRestore);
  }
  return (
    <li>
      <Popover position="bottom-start" shadow="md">
        <Popover.Target>
          <UnstyledButton aria-label={t('maps.markers.colour', { name })}>
            <ColorSwatch color={color} size={20} />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <ColorPalette value={color} onChange={(next) => onUpdate({ color: next })} />
        </Popover.Dropdown>
      </Popover>
      <TextInput
        flex={1}
        variant="unstyled"
        aria-label={t('maps.markers.name')}
        maxLength={60}
        value={name}
        onChange={(event) => onUpdate({ name: event.currentTarget.value })}
      />
      <Tooltip text={t('maps.markers.go')}>
        <ActionIcon size={28} data-row aria-label={`${t('maps.markers.go')}: ${name}`} onClick={onGo}>
          <IconFocusCentered size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip text={t('maps.markers.delete')}>
        <ActionIcon size={28} aria-label={`${t('maps.markers.delete')}: ${name}`} onClick={drop}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
