-- The range that is well, in the unit of the sensor: reports, charts, rules and the live map begin with it. It says nothing
-- of how reports are read, so no fact follows from it.
ALTER TABLE sensors
  ADD normal_min double precision,
  ADD normal_max double precision;

-- Reports now begin with it. Saved ones that have limits of their own keep those.
CREATE FUNCTION pg_temp.with_limits(params jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT CASE WHEN params -> 'own' ?| ARRAY['lowest', 'highest'] AND NOT params -> 'own' ? 'limits'
              THEN jsonb_set(params, '{own,limits}', '"outside"') ELSE params END $$;
CREATE FUNCTION pg_temp.sections_with_limits(sections jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_agg(CASE WHEN section ->> 'kind' IN ('sensor-values', 'sensor-excursions')
                        THEN jsonb_set(section, '{params}', pg_temp.with_limits(section -> 'params')) ELSE section END ORDER BY n)
    FROM jsonb_array_elements(sections) WITH ORDINALITY AS each (section, n) $$;
UPDATE report_schedules SET params = pg_temp.with_limits(params) WHERE kind IN ('sensor-values', 'sensor-excursions');
UPDATE report_schedules SET held = jsonb_set(held, '{sections}', pg_temp.sections_with_limits(held -> 'sections'))
 WHERE held -> 'sections' @? '$[*] ? (@.kind == "sensor-values" || @.kind == "sensor-excursions")';
UPDATE saved_reports SET sections = pg_temp.sections_with_limits(sections)
 WHERE sections @? '$[*] ? (@.kind == "sensor-values" || @.kind == "sensor-excursions")';
