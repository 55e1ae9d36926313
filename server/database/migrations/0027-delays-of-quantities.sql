-- Delays of actual solar and wind too; those known so far are of load.
ALTER TABLE actual_delay ADD COLUMN quantity text NOT NULL DEFAULT 'load';
ALTER TABLE actual_delay DROP CONSTRAINT actual_delay_pkey;
ALTER TABLE actual_delay ADD PRIMARY KEY (source, area, quantity, day);
