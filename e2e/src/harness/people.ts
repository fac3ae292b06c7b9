import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { TestServer } from './server-process.ts';

/**
 * Adds a user with a role of the root organisation and the administrator's password. Written into the database, since
 * there is no screen for users yet.
 */
export async function addUser(server: TestServer, username: string, role: string): Promise<void> {
  const client = new Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `INSERT INTO users (organisation_id, role_id, username, display_name, user_type, password_hash)
       SELECT a.organisation_id, r.id, $1, $1, 'user', a.password_hash
       FROM users a JOIN roles r ON r.organisation_id = a.organisation_id AND r.name = $2
       WHERE a.username = $3`,
      [username, role, server.username],
    );
    if (rowCount !== 1) throw new Error(`there is no role ${role}`);
  } finally {
    await client.end();
  }
}

/** The embedded PostgreSQL writes the port it listens on into line 4 of its pid file (PostgreSQL manual, 54.1). */
async function databaseUrl(dataDir: string): Promise<string> {
  const [pidFile, password] = await Promise.all([
    readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
    readFile(path.join(dataDir, 'postgres-password'), 'utf8'),
  ]);
  return `postgres://milepost:${password.trim()}@127.0.0.1:${pidFile.split('\n')[3]?.trim()}/postgres`;
}
