import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';

const RightPanel = lazyPart(() => import('./right-panel.tsx'));

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The right panel, lazy-loaded when it is first opened. */
export function PanelHost({ opened, onClose }: Props) {
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <RightPanel opened={opened} onClose={onClose} />
    </Suspense>
  ) : null;
}
