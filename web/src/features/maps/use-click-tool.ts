import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';

/** The kind of point that the next click on the map sets. */
export type ClickTool = 'marker' | 'place' | 'near';

/** One tool at a time; Escape deselects it. */
export function useClickTool() {
  const [tool, setTool] = useState<ClickTool | null>(null);
  useHotkeys(tool === null ? [] : [['Escape', () => setTool(null)]]);
  return {
    tool,
    toggle: (next: ClickTool, on: boolean) => setTool(on ? next : null),
    end: () => setTool(null),
  };
}
