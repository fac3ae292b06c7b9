import { Button, Group, Input, Text } from '@mantine/core';
import { IconCheck, IconPencil, IconPolygon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownArea } from '../../../map/draw/shown-area.tsx';
import { AreaDrawing } from '../../../ui/area-drawing/area-drawing.tsx';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import type { Place } from '../../../ui/map/geodesy.ts';

const COLOUR = '#15803d';

interface Props {
  map: BaseMap | null;
  /** Place over the map for the tools of drawing. */
  bar: HTMLElement | null;
  /** Null: the circle around the place. */
  area: Place[] | null;
  drawing: boolean;
  readOnly: boolean;
  error: ReactNode;
  onDrawing: (drawing: boolean) => void;
  onChange: (area: Place[] | null) => void;
}

/** The area within which a vehicle has arrived, drawn on the map of the place instead of the circle. */
export function ArrivalArea({ map, bar, area, drawing, readOnly, error, onDrawing, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Input.Wrapper label={t('outlets.field.area')} labelElement="div" error={error}>
      <Group gap="xs">
        {!drawing && (
          <Text size="sm" c="dimmed">
            {t(area === null ? 'outlets.area-circle' : 'outlets.area-drawn')}
          </Text>
        )}
        {!drawing && map && area !== null && <ShownArea map={map.map} ring={area} colour={COLOUR} />}
        {drawing && area !== null && (
          <AreaDrawing
            map={map?.map ?? null}
            bar={bar}
            ring={area}
            colour={COLOUR}
            readOnly={readOnly}
            onRing={onChange}
            onRemove={() => {
              onDrawing(false);
              onChange(null);
            }}
          />
        )}
        {!readOnly && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={
              drawing ? (
                <IconCheck size={14} aria-hidden />
              ) : area === null ? (
                <IconPolygon size={14} aria-hidden />
              ) : (
                <IconPencil size={14} aria-hidden />
              )
            }
            onClick={() => {
              if (!drawing && area === null) onChange([]);
              if (drawing && area !== null && area.length < 3) onChange(null);
              onDrawing(!drawing);
            }}
          >
            {t(drawing ? 'outlets.area-done' : area === null ? 'outlets.area-draw' : 'outlets.area-change')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
