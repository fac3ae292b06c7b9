import { MAX_BULK_RECORDS } from '@milepost/contract/bulk-kinds';
import { changeBulk, previewBulk, undoBulk, type Wanted } from '../../store/bulk/bulk-changes.ts';
import type { BulkKind } from '../../store/bulk/bulk-kind.ts';
import { viewerOf } from '../../store/files/records.ts';
import type { Page, PageRequest } from '../../store/page.ts';
import type { CallContext } from '../handler.ts';

type BulkInput<Field extends string, Filter> = Omit<Wanted<Field>, 'ids'> & {
  ids?: number[] | undefined;
  filter?: Filter | undefined;
};

interface Parts<Filter, Published> {
  /** The records of a filter, at most one more than can be changed in one call. */
  idsOf: (context: CallContext, filter: Filter) => Promise<number[]>;
  /** Publishes a change or an undo, after the commit. */
  publish?: (context: CallContext, events: Published[]) => void | Promise<void>;
}

const actorOf = ({ actor, caller }: CallContext) => ({ ...actor, userId: caller.userId });

/** The three bulk operations of a kind of record. */
export function bulkHandlersOf<Field extends string, Filter, Published>(
  kind: BulkKind<Field, Published>,
  { idsOf, publish }: Parts<Filter, Published>,
) {
  async function wanted({ ids, filter, field, value }: BulkInput<Field, Filter>, context: CallContext) {
    const chosen = ids ?? (filter ? await idsOf(context, filter) : []);
    return { ids: [...new Set(chosen)], field, value };
  }
  return {
    async preview(input: BulkInput<Field, Filter>, context: CallContext) {
      const { services, caller, actor } = context;
      return previewBulk(services.database, viewerOf(caller), actor, kind, await wanted(input, context));
    },

    async change(input: BulkInput<Field, Filter>, context: CallContext) {
      const { database } = context.services;
      const change = await wanted(input, context);
      const { events, ...answer } = await changeBulk(
        database,
        viewerOf(context.caller),
        actorOf(context),
        kind,
        change,
      );
      await publish?.(context, events);
      return answer;
    },

    async undo({ id }: { id: number }, context: CallContext) {
      const { database } = context.services;
      const { events, ...answer } = await undoBulk(database, viewerOf(context.caller), actorOf(context), kind, id);
      await publish?.(context, events);
      return answer;
    },
  };
}

/** A page large enough for all records that one call can change, in any order that the list supports. */
export const allOf = <Filter, Sort extends string>(
  filter: Filter,
  sort: Sort,
): Filter & Omit<PageRequest, 'search'> & { sort: Sort } => ({
  ...filter,
  sort,
  direction: 'asc',
  page: 1,
  pageSize: MAX_BULK_RECORDS + 1,
});

export const idsIn = ({ rows }: Page<{ id: number }>): number[] => rows.map(({ id }) => id);
