-- Open tasks are counted by who made them.
CREATE INDEX tasks_maker ON tasks (created_by) WHERE deleted_at IS NULL AND state <> 'done';

-- What an import came to, once its lines are gone.
ALTER TABLE imports ADD COLUMN counts jsonb;

-- When a recurring expense last could not be booked; null again once it was.
ALTER TABLE recurring_expenses ADD COLUMN failed_at timestamptz;
