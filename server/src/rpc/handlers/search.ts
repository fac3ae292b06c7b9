import { RECORD_KIND_NAMES } from '@milepost/contract/record-kinds';
import { mayWithKind } from '../../store/files/records.ts';
import { languageOf } from '../../store/people/accounts.ts';
import { searchRecords } from '../../store/search/search-records.ts';
import type { Handlers } from '../handler.ts';

export const searchHandlers = {
  'get-found-records': async ({ search }, { services, caller }) => {
    const { scope, userId } = caller;
    const kinds = new Set(RECORD_KIND_NAMES.filter((kind) => mayWithKind(caller, kind, 'view')));
    const language = await languageOf(services.database, userId);
    return { rows: await searchRecords(services.database, { scope, userId, kinds, language }, search) };
  },
} satisfies Pick<Handlers, 'get-found-records'>;
