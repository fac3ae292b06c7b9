-- What lists of invoices ask of each: the sum of its payments, which is written with each payment, and its day.
ALTER TABLE invoices ADD COLUMN paid bigint NOT NULL DEFAULT 0;
UPDATE invoices i SET paid = sums.amount
FROM (SELECT invoice_id, sum(amount) AS amount FROM payments WHERE deleted_at IS NULL GROUP BY invoice_id) sums
WHERE sums.invoice_id = i.id;
ALTER TABLE invoices ADD CHECK (paid BETWEEN 0 AND net + tax);
CREATE INDEX invoices_day ON invoices (day, id);
