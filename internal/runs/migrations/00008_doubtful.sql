-- +goose Up
ALTER TABLE venue_papers ADD COLUMN doubtful BIGINT NOT NULL DEFAULT 0; -- references to be checked by hand
DROP INDEX venue_papers_list;
CREATE INDEX venue_papers_list ON venue_papers (venue, newest, grave DESC, paper, version, words, state, decision, conflicts, agreed, single, changed,
	refs, verified, discrepant, doubtful, ambiguous, not_found, exempt, inconclusive, peripheral, slips, substantive, fabricated);
ALTER TABLE report_rows ADD COLUMN strength TEXT NOT NULL DEFAULT 'none'; -- how sure it is that something is wrong
UPDATE report_rows SET strength = 'certain' WHERE outcome IN ('discrepant', 'not-found');
-- There are seven outcomes instead of six, and the likeliest come first within one.
UPDATE report_rows SET grave = ((grave / 6) * 7 + grave % 6 + CASE WHEN grave % 6 > 3 THEN 1 ELSE 0 END) * 10000;

-- +goose Down
UPDATE report_rows SET grave = (grave / 10000 / 7) * 6 + (grave / 10000) % 7 - CASE WHEN (grave / 10000) % 7 > 4 THEN 1 ELSE 0 END;
ALTER TABLE report_rows DROP COLUMN strength;
DROP INDEX venue_papers_list;
ALTER TABLE venue_papers DROP COLUMN doubtful;
CREATE INDEX venue_papers_list ON venue_papers (venue, newest, grave DESC, paper, version, words, state, decision, conflicts, agreed, single, changed,
	refs, verified, discrepant, ambiguous, not_found, exempt, inconclusive, peripheral, slips, substantive, fabricated);
