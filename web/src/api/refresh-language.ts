import { queryClient } from './query-client.ts';
import { setupQuery } from './setup.ts';
import { formatOf, applyFormat } from './language.ts';

/** Asks the server again how the person reads, and speaks so. */
export async function refreshLanguage(): Promise<void> {
  const { profile } = await queryClient.fetchQuery({ ...setupQuery, staleTime: 0 });
  await applyFormat(formatOf(profile));
}
