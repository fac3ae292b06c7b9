/**
 * SQL for WITH RECURSIVE: `tree` contains the organisations of $1's branch: the one directly below the top, with all
 * below it. A branch has one owner, so that limits for each organisation also apply to the branch as a whole. The top,
 * which is the operator's own, is in no branch.
 */
export const BRANCH = `above AS (
    SELECT id, parent_id FROM organisations WHERE id = $1
    UNION ALL
    SELECT o.id, o.parent_id FROM organisations o JOIN above a ON o.id = a.parent_id
  ), tree AS (
    SELECT a.id FROM above a JOIN organisations top ON top.id = a.parent_id WHERE top.parent_id IS NULL
    UNION ALL
    SELECT o.id FROM organisations o JOIN tree t ON o.parent_id = t.id
  )`;
