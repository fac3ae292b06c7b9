-- The last bill of fuel of a vehicle, whose price idling costs, without reading its other bills.
CREATE INDEX expenses_fuel ON expenses (vehicle_id, day) WHERE kind = 'fuel' AND deleted_at IS NULL;
