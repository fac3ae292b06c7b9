import type { Vehicle } from '@milepost/contract/vehicle-routes';
import { useState } from 'react';

type Chosen = ReadonlyMap<number, string>;
const NONE: Chosen = new Map();

/** Vehicles chosen from the list, with their registrations: they stay chosen while others are searched for. */
export function useChosen() {
  const [chosen, setChosen] = useState(NONE);
  return {
    chosen,
    add: (rows: readonly Vehicle[]) =>
      setChosen((old) => new Map([...old, ...rows.map(({ id, registration }) => [id, registration] as const)])),
    toggle: ({ id, registration }: Vehicle) =>
      setChosen((old) => {
        const next = new Map(old);
        if (!next.delete(id)) next.set(id, registration);
        return next;
      }),
    clear: () => setChosen(NONE),
  };
}
