-- Groups of the menu that are no more. What stood in them is put into its new group by the start that follows.
UPDATE menus SET parent_id = NULL WHERE parent_id IN (SELECT id FROM menus WHERE key IN ('places', 'expense', 'settings'));
DELETE FROM menus WHERE key IN ('places', 'expense', 'settings');
-- One that holds more than it did is called after all of it; a title that somebody changed stays.
UPDATE menus SET title = 'Alarms and geofences' WHERE key = 'alarm' AND title = 'Alarms';
