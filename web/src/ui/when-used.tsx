import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useOpenRecord } from './form/use-open-record.ts';

const EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Loads the drawer of a list when the person begins to use the page, or when the address opens a record, so that a first
 * visit of the list does without the files of a closed drawer.
 */
export function WhenUsed({ children }: { children: ReactNode }) {
  const { opened } = useOpenRecord();
  const [isUsed, setIsUsed] = useState(opened !== null);
  if (opened !== null && !isUsed) setIsUsed(true);
  useEffect(() => {
    if (isUsed) return undefined;
    const use = () => setIsUsed(true);
    for (const event of EVENTS) addEventListener(event, use, { once: true, passive: true });
    return () => {
      for (const event of EVENTS) removeEventListener(event, use);
    };
  }, [isUsed]);
  return isUsed && <Suspense>{children}</Suspense>;
}
