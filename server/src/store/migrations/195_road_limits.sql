-- The speed limit of the road that a position is on, km/h; null where none is known, or no alarm rule asks for it.
ALTER TABLE positions ADD road_limit_kph int2;
