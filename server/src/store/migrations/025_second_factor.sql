-- Whether everybody of the organisation, and of those below it, needs a second factor.
ALTER TABLE organisations ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;
-- A session in which the person has to set up a second factor before anything else.
ALTER TABLE login_sessions ADD COLUMN second_factor_due boolean NOT NULL DEFAULT false;
