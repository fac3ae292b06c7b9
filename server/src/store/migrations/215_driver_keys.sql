-- One spelling of a driver's key (iButton), as tagKey of tracking/src/tag.ts writes it now: readers that wrote it reversed,
-- with its checksum, told another driver than those that did not. Only spellings that a checksum proves are changed.
CREATE FUNCTION pg_temp.reversed_bytes(bytes bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(substring(bytes FROM place FOR 1), ''::bytea ORDER BY place DESC)
  FROM generate_series(1, length(bytes)) AS place
$$;

CREATE FUNCTION pg_temp.key_checksum(bytes bytea) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE crc int := 0;
BEGIN
  FOR place IN 0 .. 6 LOOP
    crc := crc # get_byte(bytes, place);
    FOR step IN 1 .. 8 LOOP
      crc := CASE WHEN crc & 1 = 0 THEN crc >> 1 ELSE (crc >> 1) # 140 END;
    END LOOP;
  END LOOP;
  RETURN crc;
END $$;

CREATE FUNCTION pg_temp.driver_key(tag text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((
    SELECT ltrim(upper(encode(substring(key FROM 1 FOR 7), 'hex')), '0')
    FROM (SELECT decode(lpad(tag, 16, '0'), 'hex') AS bytes WHERE tag ~ '^[0-9A-F]{15,16}$') AS rom,
         LATERAL (VALUES (1, bytes), (2, pg_temp.reversed_bytes(bytes))) AS spelling (place, key)
    WHERE pg_temp.key_checksum(key) = get_byte(key, 7) ORDER BY place LIMIT 1), tag)
$$;

UPDATE tag_spans SET tag = pg_temp.driver_key(tag) WHERE tag <> pg_temp.driver_key(tag);
UPDATE driver_tags SET tag = pg_temp.driver_key(tag) WHERE tag <> pg_temp.driver_key(tag);
UPDATE drivers SET tag_keys = ARRAY(SELECT DISTINCT pg_temp.driver_key(tag) FROM unnest(tag_keys) AS tag)
WHERE EXISTS (SELECT FROM unnest(tag_keys) AS tag WHERE tag <> pg_temp.driver_key(tag));
