/** Older fixes may belong to a day that was computed already, hours. */
export const LATE_AFTER_H = 24;

/** SQL for ingest: marks the days of late rows of `new_positions`, which have a time `at`. */
export const LATE_DAYS = `
    INSERT INTO telemetry_late (device_id, day)
    SELECT DISTINCT device_id, (at AT TIME ZONE 'UTC')::date FROM new_positions
    WHERE at < now() - interval '${LATE_AFTER_H} hours'`;
