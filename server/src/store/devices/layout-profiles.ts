import { type DescribedLayout, MAX_LAYOUT_PROFILES } from '@milepost/contract/layout-profile-operations';
import type { Actor } from '../audit/audit.ts';
import type { Database, Queryable } from '../database.ts';
import { deleteProfile, type ProfileKind, saveProfile } from './change-profiles.ts';

export interface StoredLayoutProfile extends DescribedLayout {
  id: number;
  name: string;
  changedBy: string | null;
  changedAt: Date;
  version: number;
}

/** The layout profiles of makers by name. They apply to the whole installation. */
export async function listLayoutProfiles(db: Queryable): Promise<StoredLayoutProfile[]> {
  const { rows } = await db.query<StoredLayoutProfile>(
    `SELECT p.id, p.name, p.separator, p.header, p.vendor, p.kind, p.layout, u.username AS "changedBy",
       p.changed_at AS "changedAt", p.version
     FROM layout_profiles p LEFT JOIN users u ON u.id = p.changed_by
     ORDER BY p.name, p.id LIMIT ${MAX_LAYOUT_PROFILES}`,
  );
  return rows;
}

interface LayoutProfileInput extends DescribedLayout {
  id?: number | undefined;
  name: string;
  version?: number | undefined;
}

const KIND: ProfileKind = {
  table: 'layout_profiles',
  subject: 'layout-profile',
  most: MAX_LAYOUT_PROFILES,
};

export const saveLayoutProfile = (database: Database, actor: Actor, input: LayoutProfileInput) => {
  const { id, version, name, separator, header, vendor, kind, layout } = input;
  const columns = { name, separator, header, vendor, kind, layout: JSON.stringify(layout) };
  return saveProfile(database, actor, KIND, { id, version }, columns);
};

export const deleteLayoutProfile = (database: Database, actor: Actor, id: number) =>
  deleteProfile(database, actor, KIND, id);
