import type { FenceKind } from '@milepost/contract/fence-shape-types';
import { IconCircle, IconPolygon, IconRoute } from '@tabler/icons-react';

const ICONS = { circle: IconCircle, polygon: IconPolygon, corridor: IconRoute };

/** The icon of a geofence's kind; the word is beside it or in its label. */
export function KindIcon({ kind, size = 18 }: { kind: FenceKind; size?: number }) {
  const Icon = ICONS[kind];
  return <Icon size={size} stroke={1.7} aria-hidden />;
}
