import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { takeAsset } from '../load-asset/load-asset.ts';

const LightBoxView = lazyPart(() => takeAsset('lightgallery'));

export interface Picture {
  src: string;
  /** The description of the picture, for screen readers. */
  alt: string;
  /** The line below the picture; `alt` by default. */
  caption?: string;
}

interface Props {
  pictures: readonly Picture[];
  /** The open picture; null while the box is closed. */
  index: number | null;
  onIndex: (index: number | null) => void;
}

/** Full-screen pictures: arrows, swipe and wheel, zoom, Escape. Lazy-loaded when first opened. */
export function LightBox({ pictures, index, onIndex }: Props) {
  if (index === null) return null;
  return (
    <Suspense fallback={null}>
      <LightBoxView pictures={pictures} index={index} onIndex={onIndex} />
    </Suspense>
  );
}
