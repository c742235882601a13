-- +goose Up
UPDATE reviews SET decision = 'confirm' WHERE decision = 'accept';
UPDATE reviews SET decision = 'dismiss' WHERE decision = 'reject';
UPDATE reviews SET decision = 'unsure' WHERE decision = 'dispute';
UPDATE venue_triage SET decision = 'confirm' WHERE decision = 'accept';
UPDATE venue_triage SET decision = 'dismiss' WHERE decision = 'reject';

-- +goose Down
UPDATE reviews SET decision = 'accept' WHERE decision = 'confirm';
UPDATE reviews SET decision = 'reject' WHERE decision = 'dismiss';
UPDATE reviews SET decision = 'dispute' WHERE decision = 'unsure';
UPDATE venue_triage SET decision = 'accept' WHERE decision = 'confirm';
UPDATE venue_triage SET decision = 'reject' WHERE decision = 'dismiss';
UPDATE venue_triage SET decision = 'dispute' WHERE decision = 'unsure';
