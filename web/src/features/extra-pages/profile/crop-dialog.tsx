import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { centreOf, place } from './crop.ts';
import classes from './profile.module.css';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';

interface Props {
  /** The address of the picture. */
  url: string;
  onClose: () => void;
  onUnreadable: () => void;
  /** Called with the data URL of a small JPEG. */
  onChoose: (photo: string) => void;
}

/** The sides in px: of the crop window, and of the stored photo. */
const WINDOW = 256;
const PHOTO = 256;
const QUALITY = 0.85;
const MAX_ZOOM = 4;
const KEY_STEP = 0.03;
const KEYS: Record<string, [number, number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

/** Lets the person choose a square of a picture: by dragging, by the arrow keys, and by zooming. */
export function CropDialog({ url, onClose, onUnreadable, onChoose }: Props) {
  const { t } = useTranslation();
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [zoom, setZoom] = useState(1);
  const [centre, setCentre] = useState({ x: 0.5, y: 0.5 });
  const placing = size && place(size, WINDOW, zoom, centre);

  function drag(event: PointerEvent) {
    if (!size || !placing || event.buttons !== 1) return;
    const moved = { ...placing, x: placing.x + event.movementX, y: placing.y + event.movementY };
    setCentre(centreOf(size, WINDOW, place(size, WINDOW, zoom, centreOf(size, WINDOW, moved))));
  }
  function choose() {
    const canvas = document.createElement('canvas');
    canvas.width = PHOTO;
    canvas.height = PHOTO;
    const context = canvas.getContext('2d');
    if (!context || !image.current || !placing) return;
    const side = WINDOW / placing.scale;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, PHOTO, PHOTO);
    context.drawImage(
      image.current,
      -placing.x / placing.scale,
      -placing.y / placing.scale,
      side,
      side,
      0,
      0,
      PHOTO,
      PHOTO,
    );
    onChoose(canvas.toDataURL('image/jpeg', QUALITY));
  }
  return (
    <Modal opened onClose={onClose} title={t('profile.crop')} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('profile.crop-hint')}
        </Text>
        {/* A picture is moved by dragging; the arrow keys do the same. */}
        <div
          className={classes['crop']}
          role="application"
          aria-label={t('profile.crop')}
          tabIndex={0}
          dir="ltr"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onKeyDown={(event) => {
            const step = KEYS[event.key];
            if (!step) return;
            event.preventDefault();
            setCentre({ x: clamp(centre.x + step[0]), y: clamp(centre.y + step[1]) });
          }}
        >
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            style={placing ? { transform: `translate(${placing.x}px, ${placing.y}px) scale(${placing.scale})` } : {}}
            onLoad={({ currentTarget }) =>
              setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }
            onError={onUnreadable}
          />
        </div>
        <Slider
          thumbLabel={t('profile.zoom')}
          label={null}
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={setZoom}
        />
        <Group justify="flex-end">
          <FormCancel onCancel={onClose} />
          <Button onClick={choose} disabled={size === null}>
            {t('profile.use-photo')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const clamp = (part: number) => Math.min(1, Math.max(0, part));
