import { type Action, ROOT_MENUS } from '@milepost/contract/rights';
import type { Language } from '@milepost/contract/languages';
import type { Queryable } from '../database.ts';
import { isShownSql, type Scope, type VehicleLimit, withinRoleSql } from '../scope.ts';
import { limitedGrants } from './limited-grants.ts';

/** The actions that a role grants on one menu. */
export type Grants = Record<Action, boolean>;

/** The caller: a signed-in user with the rights of the role and the organisation. */
export interface Caller {
  /** Null for a call by an API token. */
  sessionId: number | null;
  token: { id: number; name: string; readOnly: boolean } | null;
  userId: number;
  username: string;
  displayName: string;
  userType: string;
  roleId: number;
  /** The priority of the role; 1 is the highest. */
  priority: number;
  organisation: string;
  /** The customer of the installation: the ancestor directly below the root, or the root itself. */
  tenantId: number;
  /** The person's language. */
  language: Language;
  units: 'metric' | 'imperial';
  scope: Scope;
  /** By menu key. */
  permissions: ReadonlyMap<string, Grants>;
}

/** The hours without a call after which a session expires. */
export const IDLE_HOURS = 12;

interface CallerRow {
  session_id: number | null;
  token: { id: number; name: string; readOnly: boolean } | null;
  user_id: number;
  username: string;
  display_name: string;
  user_type: string;
  role_id: number;
  priority: number;
  organisation_id: number;
  organisation: string;
  tenant_id: number;
  language: Language;
  units: 'metric' | 'imperial';
  root: boolean;
  organisation_ids: number[];
  grants: Record<string, Grants> | null;
  limited: boolean;
  stale: boolean;
}

/**
 * A statement that completes `who` (session_id, token, stale, user_id) to a caller. Executed for each call, so that
 * changes apply immediately. It is a named statement, planned only once for each connection: planning took most of its
 * time.
 */
const callerBy = (name: string, who: string) => ({
  name: `caller-by-${name}`,
  text: `
  WITH RECURSIVE who AS (
    SELECT w.*, u.username, u.display_name, u.user_type, u.role_id, u.organisation_id, u.limited AS own_limit,
           u.language, u.units
    FROM (${who}) w JOIN users u ON u.id = w.user_id AND u.disabled_at IS NULL
  ), tree AS (
    SELECT organisation_id AS id FROM who
    UNION
    SELECT o.id FROM organisations o JOIN tree ON o.parent_id = tree.id
  ), above AS (
    SELECT o.id, o.parent_id FROM organisations o JOIN who ON o.id = who.organisation_id
    UNION
    SELECT o.id, o.parent_id FROM organisations o JOIN above ON o.id = above.parent_id
  )
  SELECT who.*, who.own_limit OR r.limited AS limited, r.priority, o.name AS organisation, o.parent_id IS NULL AS root,
         ARRAY(SELECT id FROM tree ORDER BY id) AS organisation_ids,
         coalesce((SELECT a.id FROM above a JOIN above r ON r.id = a.parent_id WHERE r.parent_id IS NULL),
           who.organisation_id) AS tenant_id,
         (SELECT jsonb_object_agg(m.key, jsonb_build_object(
                   'view', p.can_view, 'create', p.can_create, 'edit', p.can_edit, 'delete', p.can_delete))
          FROM role_permissions p JOIN menus m ON m.id = p.menu_id WHERE p.role_id = who.role_id) AS grants
  FROM who JOIN organisations o ON o.id = who.organisation_id JOIN roles r ON r.id = who.role_id`,
});

const SESSION = callerBy(
  'session',
  `
  SELECT id AS session_id, NULL::jsonb AS token, last_seen_at < now() - interval '1 minute' AS stale, user_id
  FROM login_sessions WHERE token_hash = $1 AND ended_at IS NULL AND expires_at > now()
    AND last_seen_at > now() - interval '${IDLE_HOURS} hours' AND (NOT second_factor_due OR $2)`,
);

const API_TOKEN = callerBy(
  'api-token',
  `
  SELECT NULL::int AS session_id, jsonb_build_object('id', id, 'name', name, 'readOnly', read_only) AS token,
         coalesce(last_used_at < now() - interval '1 minute', true) AS stale, user_id
  FROM api_tokens WHERE token_hash = $1 AND (expires_at IS NULL OR expires_at > now())`,
);

/** A calendar link has the read permissions of its owner, and cannot change anything. */
const CALENDAR_FEED = callerBy(
  'calendar-feed',
  `
  SELECT NULL::int AS session_id, jsonb_build_object('id', id, 'name', 'calendar', 'readOnly', true) AS token,
         false AS stale, user_id
  FROM calendar_feeds WHERE token_hash = $1`,
);

/** A person for background work after the call. */
const PERSON = callerBy(
  'person',
  'SELECT NULL::int AS session_id, NULL::jsonb AS token, false AS stale, id AS user_id FROM users WHERE id = $1',
);

/** The caller, and whether the last use has to be updated. */
interface Found {
  caller: Caller;
  stale: boolean;
}

/**
 * The valid session with this token hash, and its user.
 * @param settingUp also accepts a session that still has to set up a second factor
 */
export function findSession(db: Queryable, tokenHash: Buffer, settingUp: boolean): Promise<Found | null> {
  return find(db, SESSION, [tokenHash, settingUp]);
}

/** The unexpired API token with this hash, and the user it acts for. */
export function findApiToken(db: Queryable, tokenHash: Buffer): Promise<Found | null> {
  return find(db, API_TOKEN, [tokenHash]);
}

/** The calendar link with this hash, with its owner's permissions. */
export function findCalendarFeed(db: Queryable, tokenHash: Buffer): Promise<Found | null> {
  return find(db, CALENDAR_FEED, [tokenHash]);
}

/** A person with the present permissions, for work in that person's name; null if disabled or deleted. */
export async function findPerson(db: Queryable, userId: number): Promise<Caller | null> {
  return (await find(db, PERSON, [userId]))?.caller ?? null;
}

async function find(
  db: Queryable,
  statement: ReturnType<typeof callerBy>,
  values: readonly unknown[],
): Promise<Found | null> {
  const { rows } = await db.query<CallerRow>({ ...statement, values: [...values] });
  const row = rows[0];
  if (!row) return null;
  const limit = row.limited ? await readLimit(db, row.user_id, row.organisation_ids) : null;
  return { caller: toCaller(row, limit), stale: row.stale };
}

/**
 * The present limit of a limited person: their own, the role's, or the intersection of both. A separate query, so that
 * other callers need not access the vehicles.
 */
export async function readLimit(
  db: Queryable,
  userId: number,
  organisationIds: readonly number[],
): Promise<VehicleLimit> {
  const { rows } = await db.query<VehicleLimit>(
    `SELECT ARRAY(SELECT g.id FROM vehicle_groups g
              WHERE (NOT u.limited OR g.id = ANY(u.limit_group_ids)) AND (NOT r.limited OR g.id = ANY(r.limit_group_ids))
                AND g.organisation_id = ANY($2) ORDER BY g.id) AS "groupIds",
            ARRAY(SELECT v.id FROM vehicles v
              WHERE v.id = ANY(u.limit_vehicle_ids) AND v.organisation_id = ANY($2) AND ${withinRoleSql('r', 'v')}
              ORDER BY v.id) AS "singleIds",
            CASE WHEN r.limited THEN r.limit_group_ids END AS "withinGroupIds",
            (NOT u.limited OR u.limit_common) AND (NOT r.limited OR r.limit_common) AS common,
            ARRAY(SELECT v.id FROM vehicles v
              WHERE ${isShownSql('u', 'v')} AND v.organisation_id = ANY($2) ORDER BY v.id) AS "vehicleIds"
     FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = $1`,
    [userId, organisationIds],
  );
  return rows[0] ?? { groupIds: [], singleIds: [], withinGroupIds: null, vehicleIds: [], common: false };
}

function toCaller(row: CallerRow, limit: VehicleLimit | null): Caller {
  const grants = Object.entries(row.grants ?? {}).filter(([key]) => row.root || !ROOT_MENUS.has(key));
  const readOnly = row.token?.readOnly ?? false;
  return {
    sessionId: row.session_id,
    token: row.token,
    userId: row.user_id,
    username: row.username,
    displayName: row.display_name,
    userType: row.user_type,
    roleId: row.role_id,
    priority: row.priority,
    organisation: row.organisation,
    tenantId: row.tenant_id,
    language: row.language,
    units: row.units,
    scope: {
      organisationId: row.organisation_id,
      organisationIds: row.organisation_ids,
      root: row.root,
      limit,
    },
    permissions: new Map(
      grants
        .map(([key, may]) => [key, limit === null ? may : limitedGrants(key, may)] as const)
        .map(([key, may]) => [key, readOnly ? { ...NO_GRANTS, view: may.view } : may]),
    ),
  };
}

const NO_GRANTS: Grants = { view: false, create: false, edit: false, delete: false };
