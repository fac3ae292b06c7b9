-- The first moment of a day in a time zone, as `localDay` of tracking has it: midnight; the moment after the change where
-- clocks skip it; the first of two midnights where they go back to it, of which AT TIME ZONE takes the second. There a
-- quarter of an hour before the second the clock shows this day already, ahead by what it goes back.
CREATE FUNCTION day_begins(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN ($1::timestamp AT TIME ZONE $2 - interval '15 minutes') AT TIME ZONE $2 < $1::timestamp
    THEN $1::timestamp AT TIME ZONE $2
    ELSE $1::timestamp AT TIME ZONE $2
      - (($1::timestamp AT TIME ZONE $2 - interval '15 minutes') AT TIME ZONE $2 + interval '15 minutes' - $1::timestamp) END
$$;
