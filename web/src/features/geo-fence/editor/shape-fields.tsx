import { type FenceKind, type FenceShape, FENCE_KINDS } from '@milepost/contract/fence-shape-types';
import { shapeAreaM2 } from '@milepost/contract/fence-geometry';
import { cornersOf } from '@milepost/contract/shape-fault';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPencil, IconRoute } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSettings } from '../../../text/format-settings.ts';
import { formatNumber } from '../../../text/format.ts';
import { formatArea } from '../../../text/format-area.ts';
import { MAX_HANDLES } from '../../../map/draw/drawing-defaults.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';

interface Props {
  shape: FenceShape | null;
  kind: FenceKind;
  /** The text of its error. */
  fault: ReactNode;
  disabled: boolean;
  onShape: (shape: FenceShape) => void;
  /** Starts a new drawing of this kind. */
  onDraw: (kind: FenceKind) => void;
  /** Omitted if the role may not see trips. */
  onFromTrip: (() => void) | undefined;
  onSimplify: () => void;
}

const M_PER_FOOT = 0.3048;

/** The shape: its kind, dimensions and errors, and other ways to make it. */
export function ShapeFields({ shape, kind, fault, disabled, onShape, onDraw, onFromTrip, onSimplify }: Props) {
  const { t } = useTranslation();
  const imperial = formatSettings().units === 'imperial';
  const unit = imperial ? M_PER_FOOT : 1;
  const suffix = ` ${t(imperial ? 'geo-fence.feet' : 'geo-fence.metres')}`;
  const corners = shape ? cornersOf(shape).length : 0;
  const measured = (value: number, put: (metres: number) => FenceShape, label: string) => (
    <NumberInput
      label={label}
      suffix={suffix}
      min={1}
      step={10}
      decimals={0}
      disabled={disabled}
      value={Math.round(value / unit)}
      onChange={(typed) => {
        if (typed !== '' && typed > 0 && Math.round(value / unit) !== typed) onShape(put(typed * unit));
      }}
    />
  );
  return (
    <Stack gap="xs">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('geo-fence.shape')}
        disabled={disabled}
        data={FENCE_KINDS.map((one) => ({ value: one, label: t(`geo-fence.kind.${one}`) }))}
        value={kind}
        onChange={(next) => onDraw(FENCE_KINDS.find((one) => one === next) ?? 'polygon')}
      />
      {shape?.kind === 'circle' && measured(shape.radiusM, (radiusM) => ({ ...shape, radiusM }), t('geo-fence.radius'))}
      {shape?.kind === 'corridor' &&
        measured(shape.halfWidthM, (halfWidthM) => ({ ...shape, halfWidthM }), t('geo-fence.half-width'))}
      {shape && (
        <Text size="sm" c="dimmed">
          {[
            ...(shape.kind === 'circle'
              ? []
              : [t(`geo-fence.${shape.kind === 'corridor' ? 'points' : 'corners'}`, { count: corners })]),
            ...(shape.kind === 'polygon' && shape.rings.length > 1
              ? [t('geo-fence.holes', { count: shape.rings.length - 1 })]
              : []),
            formatArea(t, shapeAreaM2(shape)),
          ].join(' · ')}
        </Text>
      )}
      {fault && (
        <Alert type="danger" dismissible={false} p="xs" data-testid="shape-fault">
          {fault}
        </Alert>
      )}
      {corners > MAX_HANDLES && (
        <Alert type="secondary" p="xs">
          {t('geo-fence.many-handles', { count: formatNumber(corners) })}
        </Alert>
      )}
      {!disabled && (
        <Group gap="xs">
          {shape && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => onDraw(kind)}
            >
              {t('geo-fence.draw-anew')}
            </Button>
          )}
          {corners > 12 && (
            <Button size="compact-sm" variant="default" onClick={onSimplify}>
              {t('geo-fence.simplify')}
            </Button>
          )}
          {onFromTrip && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRoute size={14} aria-hidden />}
              onClick={onFromTrip}
            >
              {t('geo-fence.from-trip')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
