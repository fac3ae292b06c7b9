import { joinList } from '@milepost/contract/list-text';
import { formatSettings } from './format-settings.ts';

/** Entries as a list in the person's language: "a, b", in Arabic with its own comma. Missing entries are omitted. */
export const listText = (entries: readonly (string | false | null)[]): string =>
  joinList(
    entries.filter((entry) => typeof entry === 'string'),
    formatSettings().language,
  );
