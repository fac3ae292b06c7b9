import { queryClient } from './query-client.ts';
import { setupQuery } from './setup.ts';
import { formatOf, applyFormat } from './language.ts';

/** Requests the person's language, time zone and units from the server again, and applies them. */
export async function refreshLanguage(): Promise<void> {
  const { profile } = await queryClient.fetchQuery({ ...setupQuery, staleTime: 0 });
  await applyFormat(formatOf(profile));
}
