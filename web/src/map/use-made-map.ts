import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface Making<Made> {
  /** Creates the map once, in its element; MapLibre is a separate lazy-loaded chunk. */
  make: (element: HTMLElement) => Promise<Made>;
  /** Called with the map once it is created, and with null when it is removed. */
  announce: (made: Made | null) => void;
}

/** A map that lives as long as the element of `container` is on the screen. */
export function useMadeMap<Made extends { stop(): void }>({ make, announce }: Making<Made>) {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Made | null>(null);
  const [failed, setFailed] = useState(false);
  const makeIn = useEffectEvent(make);
  const announceMap = useEffectEvent(announce);

  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    let gone = false;
    let mine: Made | null = null;
    makeIn(element)
      .then((made) => {
        mine = made;
        if (gone) return made.stop();
        setMap(made);
        return announceMap(made);
      })
      .catch((error: unknown) => {
        console.error('The map cannot be shown', error);
        setFailed(true);
      });
    return () => {
      gone = true;
      mine?.stop();
      setMap(null);
      announceMap(null);
    };
  }, []);
  return { container, map, failed };
}
