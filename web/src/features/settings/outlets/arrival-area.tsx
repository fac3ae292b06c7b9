import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { Button, Group, Input, Text } from '@mantine/core';
import { IconCheck, IconPencil, IconPolygon } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownArea } from '../../../map/draw/shown-area.tsx';
import { AreaDrawing } from '../../../ui/area-drawing/area-drawing.tsx';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import type { Coordinates } from '../../../ui/map/geodesy.ts';

export const AREA_COLOUR = '#15803d';
const YARD_ZOOM = 17;

interface Props {
  map: BaseMap | null;
  /** The element over the map for the drawing tools. */
  bar: HTMLElement | null;
  place: Coordinates;
  /** Null for the circle around the outlet. */
  area: Coordinates[] | null;
  drawing: boolean;
  readOnly: boolean;
  error: ReactNode;
  onDrawing: (drawing: boolean) => void;
  onChange: (area: Coordinates[] | null) => void;
}

/** The area within which a vehicle counts as arrived, drawn on the outlet's map instead of the circle. */
export function ArrivalArea({ map, bar, place, area, drawing, readOnly, error, onDrawing, onChange }: Props) {
  const { t } = useTranslation();
  const shape = useMemo((): FenceShape | null => area && { kind: 'polygon', rings: [area] }, [area]);
  return (
    <Input.Wrapper label={t('outlets.field.area')} labelElement="div" error={error}>
      <Group gap="xs">
        {!drawing && (
          <Text size="sm" c="dimmed">
            {t(area === null ? 'outlets.area-circle' : 'outlets.area-drawn')}
          </Text>
        )}
        {!drawing && map && shape && <ShownArea map={map.map} shape={shape} colour={AREA_COLOUR} />}
        {drawing && area !== null && (
          <AreaDrawing
            map={map?.map ?? null}
            bar={bar}
            ring={area}
            colour={AREA_COLOUR}
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
              if (!drawing && area === null) {
                // At the zoom of a neighbourhood, a yard is only a few pixels wide.
                map?.map.jumpTo({ center: [place.lon, place.lat], zoom: Math.max(map.map.getZoom(), YARD_ZOOM) });
                onChange([]);
              }
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
