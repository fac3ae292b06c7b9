-- Outputs, odometers, telephones for an SOS, and the release of an emergency. Rules ask none of these.
ALTER TABLE device_commands
  DROP CONSTRAINT device_commands_kind_check,
  ADD CHECK (kind IN ('locate', 'interval', 'restart', 'status', 'version', 'odometer', 'sosNumbers', 'releaseEmergency',
    'text', 'outputOn', 'outputOff', 'engineStop', 'engineResume')),
  -- Of `outputOn` and `outputOff`.
  ADD COLUMN output int,
  -- That output is the engine's relay by the protocol's manual: switched only where an engine may be stopped.
  ADD COLUMN is_relay boolean NOT NULL DEFAULT false,
  -- Of `odometer`.
  ADD COLUMN odometer_km int,
  -- Of `sosNumbers`.
  ADD COLUMN phones text[];
ALTER TABLE command_templates
  DROP CONSTRAINT command_templates_kind_check,
  ADD CHECK (kind IN ('locate', 'interval', 'restart', 'status', 'version', 'odometer', 'sosNumbers', 'releaseEmergency',
    'text', 'outputOn', 'outputOff')),
  ADD COLUMN output int,
  ADD COLUMN odometer_km int,
  ADD COLUMN phones text[],
  ADD CHECK ((output IS NOT NULL) = (kind IN ('outputOn', 'outputOff')) AND (odometer_km IS NOT NULL) = (kind = 'odometer')
    AND (phones IS NOT NULL) = (kind = 'sosNumbers'));
