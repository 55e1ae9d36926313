-- One value of a chunk in MW, as the product itself reads it: little-endian float32, rounded to two decimals; null for missing.
CREATE FUNCTION chunk_power_mw(packed bytea, slot integer) RETURNS double precision
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT CASE
    WHEN exponent = 255 THEN NULL
    ELSE floor(
      sign * (CASE WHEN exponent = 0 THEN fraction ELSE fraction + 8388608 END)
        * power(2::double precision, greatest(exponent, 1) - 150) * 100 + 0.5
    ) / 100
  END
  FROM (
    SELECT
      1 - 2 * (get_byte(packed, slot * 4 + 3) >> 7) AS sign,
      ((get_byte(packed, slot * 4 + 3) & 127) << 1) | (get_byte(packed, slot * 4 + 2) >> 7) AS exponent,
      ((get_byte(packed, slot * 4 + 2) & 127) << 16) | (get_byte(packed, slot * 4 + 1) << 8)
        | get_byte(packed, slot * 4) AS fraction
  ) AS float32
$$;

-- Every stored value as a row, for psql, Grafana and notebooks: mean power in MW over the interval that ts begins. Where a month
-- is stored at several steps, the finest value of a moment counts and coarser ones are repeated over finer intervals.
CREATE VIEW observation AS
SELECT
  series.area,
  series.quantity,
  series.kind,
  (unpacked.month::timestamp AT TIME ZONE 'UTC') + slot * unpacked.finest * interval '1 minute' AS ts,
  point.value,
  unpacked.step_minutes,
  unpacked.source,
  unpacked.fetched_at
FROM series
JOIN LATERAL (
  SELECT
    chunk.month,
    chunk.step_minutes,
    chunk.source,
    chunk.fetched_at,
    -- Appending nothing fetches the bytes from where long values are stored, once instead of for every value.
    chunk.power_mw || ''::bytea AS packed,
    (
      SELECT min(sibling.step_minutes) FROM chunk AS sibling
      WHERE sibling.series_id = chunk.series_id AND sibling.month = chunk.month
    ) AS finest
  FROM chunk
  WHERE chunk.series_id = series.id
  OFFSET 0
) AS unpacked ON true
CROSS JOIN LATERAL generate_series(
  0, octet_length(unpacked.packed) / 4 * unpacked.step_minutes / unpacked.finest - 1
) AS slot
CROSS JOIN LATERAL (
  SELECT chunk_power_mw(unpacked.packed, slot * unpacked.finest / unpacked.step_minutes) AS value
) AS point
WHERE point.value IS NOT NULL
  AND (
    unpacked.step_minutes = unpacked.finest
    OR NOT EXISTS (
      SELECT FROM chunk AS finer
      WHERE finer.series_id = series.id
        AND finer.month = unpacked.month
        AND finer.step_minutes < unpacked.step_minutes
        AND chunk_power_mw(finer.power_mw, slot * unpacked.finest / finer.step_minutes) IS NOT NULL
    )
  );
