-- What the database was made for at its first start: the demo, or a real fleet. The demo never writes into the latter.
CREATE TABLE database_origin (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  demo boolean NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now()
);

-- Databases of earlier versions: the demo's installations name its own workshop and technicians.
INSERT INTO database_origin (demo)
SELECT EXISTS (
  SELECT FROM installations
  WHERE place = 'Taller Rambla' AND technician IN ('Marcelo Rivas', 'Inés Duarte', 'Pablo Sosa'))
WHERE EXISTS (SELECT FROM users);
