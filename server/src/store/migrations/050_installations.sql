-- What is noted when a device is put into a vehicle.
ALTER TABLE installations
  ADD COLUMN technician   text,
  ADD COLUMN place        text,
  ADD COLUMN odometer_m   bigint,
  ADD COLUMN sim_number   text,
  ADD COLUMN sim_operator text,
  ADD COLUMN note         text;
CREATE INDEX installations_device_time ON installations (device_id, installed_at);
CREATE INDEX installations_time ON installations (installed_at);
