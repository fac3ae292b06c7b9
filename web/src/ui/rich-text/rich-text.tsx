import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { takeAsset } from '../load-asset/load-asset.ts';

const RichTextEditor = lazyPart(() => takeAsset('tinymce'));

export interface RichTextProps {
  label: string;
  /** HTML; empty for no text. */
  value: string;
  onChange: (html: string) => void;
  readOnly?: boolean;
  /** The height of the writing area in pixels. */
  minHeight?: number;
}

/** A field for text with headings, lists and links. Its editor is a separate chunk, loaded with the first field. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton height={(props.minHeight ?? 160) + 48} radius="md" />}>
      <RichTextEditor {...props} />
    </Suspense>
  );
}
