BEGIN TRANSACTION;
CREATE TABLE entries (
    number INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches(id), kind TEXT NOT NULL,
    at_s REAL NOT NULL, source TEXT NOT NULL, body TEXT NOT NULL, schema INTEGER NOT NULL DEFAULT 1);
INSERT INTO "entries" VALUES(1,1,'play',1000.0,'camera','{"action": {"do": "Throw", "values": [1]}, "seen": [{"kind": "die", "face": "1", "name": "", "xy_mm": [3.0, 4.0], "sure": 0.93, "crop": "/9ggYSBjcm9w"}]}',1);
INSERT INTO "entries" VALUES(2,1,'note',1000.0,'seat 0','{"seat": 0, "words": "lune"}',1);
INSERT INTO "entries" VALUES(3,1,'play',1000.0,'seat 0','{"action": {"do": "Keep", "seat": 0}, "seen": []}',1);
INSERT INTO "entries" VALUES(4,1,'play',1000.0,'table','{"action": {"do": "Throw", "values": [2]}, "seen": []}',1);
INSERT INTO "entries" VALUES(5,1,'back',1000.0,'table','{"length": 2}',1);
INSERT INTO "entries" VALUES(6,1,'play',1000.0,'table','{"action": {"do": "Throw", "values": [1]}, "seen": []}',1);
INSERT INTO "entries" VALUES(7,1,'sample',1000.0,'seat 1','{"seen": [{"kind": "die", "face": "2", "name": "", "xy_mm": [3.0, 4.0], "sure": 1.0, "crop": "/9ggYSBjcm9w"}], "read_as": "1"}',1);
INSERT INTO "entries" VALUES(8,1,'correct',1000.0,'seat 1','{"index": 0, "action": {"do": "Throw", "values": [2]}, "seen": [{"kind": "die", "face": "2", "name": "", "xy_mm": [3.0, 4.0], "sure": 1.0, "crop": "/9ggYSBjcm9w"}]}',1);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL,
    names TEXT NOT NULL, begun_s REAL NOT NULL);
INSERT INTO "matches" VALUES(1,'toy',2,'{"rounds": 2}','["Ada", "Bob"]',1000.0);
INSERT INTO "matches" VALUES(2,'toy',2,'{"rounds": 2}','["Cy", "Dan"]',1000.0);
CREATE INDEX entries_of_match ON entries(match, number);
COMMIT;
