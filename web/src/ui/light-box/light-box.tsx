import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { takeAsset } from '../load-asset/load-asset.ts';

const LightBoxView = lazyPart(() => takeAsset('lightgallery'));

export interface Picture {
  src: string;
  /** What the picture shows, for those who do not see it. */
  alt: string;
  /** Line below the picture; `alt` where it is left out. */
  caption?: string;
}

interface Props {
  pictures: readonly Picture[];
  /** The picture that is open; null while the box is closed. */
  index: number | null;
  onIndex: (index: number | null) => void;
}

/** Pictures over the whole window: arrows, swipe and wheel, zoom, Escape. Loaded when it is first opened. */
export function LightBox({ pictures, index, onIndex }: Props) {
  if (index === null) return null;
  return (
    <Suspense fallback={null}>
      <LightBoxView pictures={pictures} index={index} onIndex={onIndex} />
    </Suspense>
  );
}
