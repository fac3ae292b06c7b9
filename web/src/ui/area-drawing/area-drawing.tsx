import type { Coordinates } from '@milepost/contract/common';
import { shapeAreaM2 } from '@milepost/contract/fence-geometry';
import { Button, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useDrawing } from '../../map/draw/use-drawing.ts';
import type { MapLibreMap } from '../../map/map-library.ts';
import { formatArea } from '../../text/format-area.ts';
import { DrawBar } from '../draw-bar/draw-bar.tsx';

interface Props {
  map: MapLibreMap | null;
  /** The element over the map for the drawing tools. */
  bar: HTMLElement | null;
  /** Empty if it has yet to be drawn. */
  ring: readonly Coordinates[];
  colour: string;
  readOnly: boolean;
  onRing: (ring: Coordinates[]) => void;
  onRemove: () => void;
}

/** One area of a territory, or of an outlet: drawn and dragged on the map. */
export function AreaDrawing({ map, bar, ring, colour, readOnly, onRing, onRemove }: Props) {
  const { t } = useTranslation();
  const drawing = useDrawing({
    map,
    start: ring.length === 0 ? null : { kind: 'polygon', rings: [[...ring]] },
    kind: 'polygon',
    colour,
    readOnly,
    onShape: (shape) => onRing(shape?.kind === 'polygon' ? (shape.rings[0] ?? []) : []),
  });
  const shown = drawing.draft ?? drawing.shape;
  return (
    <>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {shown && shown.kind === 'polygon' && (shown.rings[0]?.length ?? 0) > 2
            ? formatArea(t, shapeAreaM2(shown))
            : t('territories.not-drawn')}
        </Text>
        {!readOnly && (
          <>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => drawing.draw('polygon')}
            >
              {t('territories.redraw')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={onRemove}
            >
              {t('territories.remove-area')}
            </Button>
          </>
        )}
      </Group>
      {bar &&
        !readOnly &&
        createPortal(
          <DrawBar
            hint={t(drawing.drawing ? 'geo-fence.hint.draw-polygon' : 'geo-fence.hint.edit-polygon')}
            canUndo={drawing.canUndo}
            canRedo={drawing.canRedo}
            onUndo={drawing.undo}
            onRedo={drawing.redo}
            onFinish={drawing.drawing && drawing.draft !== null ? drawing.finish : undefined}
          />,
          bar,
        )}
    </>
  );
}
