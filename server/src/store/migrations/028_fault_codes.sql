-- Why something did not get through, as a code with parameters, so that each reader has it in the own language. What was
-- written before is kept as the words that it was.
ALTER TABLE webhook_deliveries ALTER COLUMN fault TYPE jsonb
  USING CASE WHEN fault IS NOT NULL THEN jsonb_build_object('code', 'in-words', 'params', jsonb_build_object('words', fault)) END;
ALTER TABLE push_browsers ALTER COLUMN fault TYPE jsonb
  USING CASE WHEN fault IS NOT NULL THEN jsonb_build_object('code', 'in-words', 'params', jsonb_build_object('words', fault)) END;
ALTER TABLE mails ALTER COLUMN fault TYPE jsonb
  USING CASE WHEN fault IS NOT NULL THEN jsonb_build_object('code', 'in-words', 'params', jsonb_build_object('words', fault)) END;
ALTER TABLE webhooks ALTER COLUMN disabled_reason TYPE jsonb
  USING CASE WHEN disabled_reason IS NOT NULL
    THEN jsonb_build_object('code', 'in-words', 'params', jsonb_build_object('words', disabled_reason)) END;
