import { type JsonMapping, MAX_JSON_PROFILES } from '@milepost/contract/json-profile-operations';
import type { Actor } from '../audit/audit.ts';
import type { Database, Queryable } from '../database.ts';
import { deleteProfile, type ProfileKind, saveProfile } from './change-profiles.ts';

export interface StoredJsonProfile {
  id: number;
  name: string;
  filter: string;
  mapping: JsonMapping;
  changedBy: string | null;
  changedAt: Date;
  version: number;
}

/** The JSON profiles by name. They apply to the whole installation. */
export async function listJsonProfiles(db: Queryable): Promise<StoredJsonProfile[]> {
  const { rows } = await db.query<StoredJsonProfile>(
    `SELECT p.id, p.name, p.filter, p.mapping, u.username AS "changedBy", p.changed_at AS "changedAt", p.version
     FROM json_profiles p LEFT JOIN users u ON u.id = p.changed_by
     ORDER BY p.name, p.id LIMIT ${MAX_JSON_PROFILES}`,
  );
  return rows;
}

interface JsonProfileInput {
  id?: number | undefined;
  name: string;
  filter: string;
  mapping: JsonMapping;
  version?: number | undefined;
}

const KIND: ProfileKind = {
  table: 'json_profiles',
  subject: 'json-profile',
  most: MAX_JSON_PROFILES,
};

export const saveJsonProfile = (
  database: Database,
  actor: Actor,
  { id, version, name, filter, mapping }: JsonProfileInput,
) => saveProfile(database, actor, KIND, { id, version }, { name, filter, mapping: JSON.stringify(mapping) });

export const deleteJsonProfile = (database: Database, actor: Actor, id: number) =>
  deleteProfile(database, actor, KIND, id);
