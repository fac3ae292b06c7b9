import { Client } from 'pg';

const NO_TLS = 'The server does not support SSL connections';

/**
 * Gives `sslmode` the meaning that it has in libpq and in every PostgreSQL manual. The driver by itself reads `require`
 * and `prefer` as `verify-full`, so that a database with a certificate of its own could not be opened.
 * @param url of `DATABASE_URL`
 */
export function withLibpqModes(url: string): string {
  const parsed = new URL(url);
  const mode = parsed.searchParams.get('sslmode');
  // `no-verify` exists in the driver alone, and only without the modes of libpq.
  if (mode === null || mode === 'no-verify' || parsed.searchParams.has('uselibpqcompat')) return url;
  if (mode === 'allow') parsed.searchParams.set('sslmode', 'prefer');
  parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.toString();
}

/**
 * Connects once with the parameters of the pool.
 * @returns the address to use from now on: without TLS where `sslmode=prefer` found a server that has none
 * @throws the driver's error where no connection can be made
 */
export async function tryDatabaseUrl(url: string): Promise<string> {
  try {
    await connectOnce(url);
    return url;
  } catch (error) {
    const parsed = new URL(url);
    const optional = parsed.searchParams.get('sslmode') === 'prefer';
    if (!optional || !(error instanceof Error) || !error.message.includes(NO_TLS)) throw error;
    parsed.searchParams.set('sslmode', 'disable');
    await connectOnce(parsed.toString());
    return parsed.toString();
  }
}

async function connectOnce(url: string): Promise<void> {
  // PgBouncer refuses parameters that it does not know, and does so only when they are sent.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, statement_timeout: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

/** True where the answer is PgBouncer's refusal of a connection parameter. */
export const isPoolerRefusal = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message);
