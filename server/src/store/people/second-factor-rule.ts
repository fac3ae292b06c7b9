/** SQL: true when this organisation (an SQL expression of its id), or one above it, requires a second factor. */
export const secondFactorRequiredSql = (organisationId: string) => `EXISTS (
  WITH RECURSIVE above AS (
    SELECT id, parent_id, require_second_factor FROM organisations WHERE id = ${organisationId}
    UNION
    SELECT next.id, next.parent_id, next.require_second_factor
    FROM organisations next JOIN above ON next.id = above.parent_id
  )
  SELECT FROM above WHERE require_second_factor)`;
