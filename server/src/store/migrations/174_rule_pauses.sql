-- What a rule asked of a device lately is looked for at each of its alarms.
DROP INDEX device_commands_rule;
CREATE INDEX device_commands_rule ON device_commands (rule_id, device_id, made_at) WHERE rule_id IS NOT NULL;
