-- One word for one thing; a title that somebody changed stays.
UPDATE menus SET title = 'Geofences' WHERE key = 'geo-fence' AND title = 'Geo-fences';
