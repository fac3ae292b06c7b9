import { FENCE_KINDS, type FenceKind } from '@milepost/contract/fence-shape-types';
import { useSearchParams } from 'react-router';
import { SAME_PAGE } from '../../ui/same-page.ts';

/** The state of the screen in the address: a link opens the same view. */
export interface FenceView {
  /** The selected geofence. */
  id: number | null;
  /** True while it is being edited. */
  editing: boolean;
  /** The kind of a new geofence being drawn. */
  creating: FenceKind | null;
  search: string;
  tags: readonly string[];
}

type Params = Record<string, string | readonly string[] | null>;

export function useFenceView() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('fence'));
  const creating = FENCE_KINDS.find((kind) => kind === params.get('new')) ?? null;
  const view: FenceView = {
    id: creating === null && Number.isInteger(id) && id > 0 ? id : null,
    editing: params.get('edit') === '1',
    creating,
    search: params.get('q') ?? '',
    tags: params.getAll('tag'),
  };
  function put(change: Params, replace = false) {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(change)) {
          next.delete(name);
          for (const one of value === null ? [] : [value].flat()) if (one !== '') next.append(name, one);
        }
        return next;
      },
      { replace, ...SAME_PAGE },
    );
  }
  return {
    view,
    show: (fence: number | null) => put({ fence: fence === null ? null : String(fence), edit: null, new: null }),
    edit: (fence: number) => put({ fence: String(fence), edit: '1', new: null }),
    create: (kind: FenceKind) => put({ new: kind, fence: null, edit: null }),
    /** Filters do not add a history entry for each letter. */
    filter: (change: { search?: string; tags?: readonly string[] }) =>
      put(
        {
          ...(change.search !== undefined && { q: change.search }),
          ...(change.tags !== undefined && { tag: change.tags }),
        },
        true,
      ),
  };
}
