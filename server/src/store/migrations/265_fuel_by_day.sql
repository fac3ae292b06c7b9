-- Litres by which the level of the tanks fell on that day, negative where it rose; null where no sensor told a level. With what
-- came in (`fuel_changes`) it is what was burnt.
ALTER TABLE day_totals ADD COLUMN fuel_net_l real;
