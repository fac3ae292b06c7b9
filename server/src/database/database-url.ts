import { DatabaseClient } from './client.ts';

const NO_TLS = 'The server does not support SSL connections';

/**
 * Gives `sslmode` the meaning that it has in libpq and in every PostgreSQL manual. The driver by default treats
 * `require` and `prefer` as `verify-full`, so a database with a self-signed certificate could not be opened.
 * @param url of `DATABASE_URL`
 */
export function withLibpqModes(url: string): string {
  const parsed = new URL(url);
  const mode = parsed.searchParams.get('sslmode');
  // `no-verify` exists only in the driver, and only without libpq's modes.
  if (mode === null || mode === 'no-verify' || parsed.searchParams.has('uselibpqcompat')) return url;
  if (mode === 'allow') parsed.searchParams.set('sslmode', 'prefer');
  parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.toString();
}

/**
 * Connects once with the parameters of the pool.
 * @returns the URL to use from now on: without TLS when `sslmode=prefer` found a server that has none
 * @throws the driver's error when no connection can be made
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
  // PgBouncer refuses parameters that it does not support, but only when they are sent.
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

/** True when the error is PgBouncer's refusal of a connection parameter. */
export const isPoolerRefusal = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message);
