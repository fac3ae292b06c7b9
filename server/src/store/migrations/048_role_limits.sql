-- A role may show only the vehicles of some groups: of what a person sees otherwise, what is in these is left. With none
-- of them there is nothing, so that a limit never widens by what is taken out of it.
ALTER TABLE roles
  ADD COLUMN limited         boolean NOT NULL DEFAULT false,
  ADD COLUMN limit_group_ids int[]   NOT NULL DEFAULT '{}';
