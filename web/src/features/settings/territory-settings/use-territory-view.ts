import { useSearchParams } from 'react-router';
import { SAME_PAGE } from '../../../ui/same-page.ts';

/** The state of the screen in the address: a link opens the same view. */
export interface TerritoryView {
  /** The territory whose form is open, or a new one. */
  territory: number | 'new' | null;
  /** The outlet that is shown on the map. */
  outlet: number | null;
  /** True if the outlets in no territory are listed. */
  outside: boolean;
}

const idIn = (text: string | null) => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : null;
};

export function useTerritoryView() {
  const [params, setParams] = useSearchParams();
  const view: TerritoryView = {
    territory: params.get('territory') === 'new' ? 'new' : idIn(params.get('territory')),
    outlet: idIn(params.get('outlet')),
    outside: params.get('outside') === '1',
  };
  /** Shows only the given part of the view. */
  function show({ territory = null, outlet = null, outside = false }: Partial<TerritoryView>) {
    const next = new URLSearchParams();
    if (territory !== null) next.set('territory', String(territory));
    if (outlet !== null) next.set('outlet', String(outlet));
    if (outside) next.set('outside', '1');
    setParams(next, SAME_PAGE);
  }
  return { view, show };
}
