import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.ts';
import type { RecordFilesProps } from './record-files-part.tsx';

const Part = lazyPart(() => import('./record-files-part.tsx'));

/** The files of a record. A separate chunk, since people who open a record do not always look at its files. */
export function RecordFiles(props: RecordFilesProps) {
  return (
    <Suspense fallback={<Skeleton height={140} />}>
      <Part {...props} />
    </Suspense>
  );
}
