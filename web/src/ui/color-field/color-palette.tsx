import { FocusTrap, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { takeAsset } from '../load-asset/load-asset.ts';

export interface PaletteProps {
  /** `#rrggbb`, or `#rrggbbaa` with `alpha`. */
  value: string;
  onChange: (hex: string) => void;
  alpha?: boolean;
  swatches?: readonly string[] | undefined;
}

const ColorPicker = lazyPart(() => takeAsset('bootstrap-colorpicker'));

/** The colours to pick from, for a popover; the picker is a separate chunk, loaded when the first one opens. */
export function ColorPalette(props: PaletteProps) {
  return (
    <Suspense fallback={<Skeleton width={240} height={props.alpha === true ? 226 : 198} />}>
      {/* The popover's own focus trap looks for a focusable element before there is one. */}
      <FocusTrap active>
        <div>
          <ColorPicker {...props} />
        </div>
      </FocusTrap>
    </Suspense>
  );
}
