-- Which of its inputs a run had. Until now its note alone said so, and notes of the first versions ended with an error over another window.
ALTER TABLE forecast_run ADD COLUMN used_inputs jsonb NOT NULL DEFAULT '[]';
UPDATE forecast_run SET
  note = regexp_replace(note, ', 28-day error.*$', ''),
  used_inputs = (
    SELECT coalesce(jsonb_agg(input ORDER BY number), '[]') FROM (
      SELECT number, quantity || ' forecast' AS input
      FROM unnest(ARRAY['load', 'solar', 'wind']) WITH ORDINALITY AS quantities (quantity, number)
      WHERE note LIKE '%TSO forecast%' OR substring(note FROM 'TSO [^;]*') ~ ('\m' || quantity || '\M')
      UNION ALL SELECT 4, 'recent actuals'
    ) AS inputs
    WHERE NOT missing_inputs ? input
  );
