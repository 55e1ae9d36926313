-- What may be measured is said in one place, the contract. A rule about runs has no area, side, threshold and hours; any other
-- without hours looks at the market's tomorrow.
ALTER TABLE alert_rule DROP CONSTRAINT alert_rule_measure_check;
ALTER TABLE alert_rule ALTER COLUMN area DROP NOT NULL, ALTER COLUMN side DROP NOT NULL,
  ALTER COLUMN threshold_mw DROP NOT NULL, ALTER COLUMN hours DROP NOT NULL,
  -- The run that was last told of; null until a rule has been looked at.
  ADD COLUMN last_run text;
