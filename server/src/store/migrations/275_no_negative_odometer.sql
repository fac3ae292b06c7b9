-- A device's odometer that wrapped or was reset left trips with a negative distance. What it really counted is only known
-- after the next recomputation of such a trip; until then the distance is unknown.
UPDATE trips SET odometer_m = NULL WHERE odometer_m < 0;
