import { queryClient } from './query-client.ts';
import { setupQuery } from './setup.ts';
import { formatOf, speak } from './language.ts';

/** Asks the server again how the person reads, and speaks so. */
export async function speakAnew(): Promise<void> {
  const { profile } = await queryClient.fetchQuery({ ...setupQuery, staleTime: 0 });
  await speak(formatOf(profile));
}
