import { Suspense } from 'react';
import { useMay } from '../../api/setup.ts';
import { lazyPart } from '../lazy-part.ts';
import type { RecordTasksProps } from './record-tasks-part.tsx';

const Part = lazyPart(() => import('./record-tasks-part.tsx'));

/** The tasks about a record, for roles that may see tasks; a separate chunk. */
export function RecordTasks(props: RecordTasksProps) {
  const mayView = useMay('tasks', 'view');
  if (!mayView) return null;
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
