BEGIN TRANSACTION;
CREATE TABLE event (
            seq INTEGER PRIMARY KEY,
            game INTEGER NOT NULL,
            event TEXT,
            source TEXT NOT NULL,
            wall REAL NOT NULL,
            monotonic REAL NOT NULL,
            amends INTEGER REFERENCES event (seq),
            change TEXT CHECK (change IN ('replace', 'strike', 'insert')),
            CHECK ((amends IS NULL) = (change IS NULL)),
            CHECK ((event IS NULL) = (change IS NOT NULL AND change = 'strike'))
        );
INSERT INTO "event" VALUES(1,1,'{"type":"GameStarted","first_dealer":0,"names":["Aki","Ben","Chika","Dora"]}','page',1764585002.5,0.0,NULL,NULL);
INSERT INTO "event" VALUES(2,1,'{"type":"HandStarted","indicator":"6p","dice":[3,4],"hands":[null,null,null,null],"wall":null}','page',1764585005.0,0.0,NULL,NULL);
INSERT INTO "event" VALUES(3,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585007.5,1.0,NULL,NULL);
INSERT INTO "event" VALUES(4,1,'{"type":"Discarded","seat":0,"tile":"2p","tsumogiri":false}','page',1764585010.0,2.0,NULL,NULL);
INSERT INTO "event" VALUES(5,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585012.5,3.0,NULL,NULL);
INSERT INTO "event" VALUES(6,1,'{"type":"Discarded","seat":1,"tile":"5s","tsumogiri":false}','page',1764585015.0,4.0,NULL,NULL);
INSERT INTO "event" VALUES(7,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585017.5,5.0,NULL,NULL);
INSERT INTO "event" VALUES(8,1,'{"type":"Discarded","seat":2,"tile":"4z","tsumogiri":false}','page',1764585020.0,6.0,NULL,NULL);
INSERT INTO "event" VALUES(9,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585022.5,7.0,NULL,NULL);
INSERT INTO "event" VALUES(10,1,'{"type":"Discarded","seat":3,"tile":"2m","tsumogiri":false}','page',1764585025.0,8.0,NULL,NULL);
INSERT INTO "event" VALUES(11,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585027.5,9.0,NULL,NULL);
INSERT INTO "event" VALUES(12,1,NULL,'page',1764585030.0,9.5,11,'strike');
INSERT INTO "event" VALUES(13,1,'{"type":"Drawn","seat":0,"tile":null}','button',1764585032.5,9.7,NULL,NULL);
INSERT INTO "event" VALUES(14,1,'{"type":"Discarded","seat":0,"tile":"7z","tsumogiri":true}','page',1764585035.0,10.0,NULL,NULL);
INSERT INTO "event" VALUES(15,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585037.5,11.0,NULL,NULL);
INSERT INTO "event" VALUES(16,1,'{"type":"Discarded","seat":1,"tile":"1z","tsumogiri":false}','page',1764585040.0,12.0,NULL,NULL);
INSERT INTO "event" VALUES(17,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585042.5,13.0,NULL,NULL);
INSERT INTO "event" VALUES(18,1,'{"type":"Discarded","seat":2,"tile":"3z","tsumogiri":false}','page',1764585045.0,14.0,NULL,NULL);
INSERT INTO "event" VALUES(19,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585047.5,15.0,NULL,NULL);
INSERT INTO "event" VALUES(20,1,'{"type":"RiichiDeclared","seat":3}','page',1764585050.0,16.0,NULL,NULL);
INSERT INTO "event" VALUES(21,1,'{"type":"Discarded","seat":3,"tile":"9p","tsumogiri":false}','page',1764585052.5,17.0,NULL,NULL);
INSERT INTO "event" VALUES(22,1,'{"type":"RiichiAccepted","seat":3}','page',1764585055.0,18.0,NULL,NULL);
INSERT INTO "event" VALUES(23,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585057.5,19.0,NULL,NULL);
INSERT INTO "event" VALUES(24,1,'{"type":"Discarded","seat":0,"tile":"2m","tsumogiri":false}','page',1764585060.0,20.0,NULL,NULL);
INSERT INTO "event" VALUES(25,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585062.5,21.0,NULL,NULL);
INSERT INTO "event" VALUES(26,1,'{"type":"Discarded","seat":1,"tile":"3z","tsumogiri":false}','page',1764585065.0,22.0,NULL,NULL);
INSERT INTO "event" VALUES(27,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585067.5,23.0,NULL,NULL);
INSERT INTO "event" VALUES(28,1,'{"type":"Discarded","seat":2,"tile":"1s","tsumogiri":true}','page',1764585070.0,24.0,NULL,NULL);
INSERT INTO "event" VALUES(29,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585072.5,25.0,NULL,NULL);
INSERT INTO "event" VALUES(30,1,'{"type":"Discarded","seat":3,"tile":"3m","tsumogiri":true}','page',1764585075.0,26.0,NULL,NULL);
INSERT INTO "event" VALUES(31,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585077.5,27.0,NULL,NULL);
INSERT INTO "event" VALUES(32,1,'{"type":"Discarded","seat":0,"tile":"1s","tsumogiri":false}','page',1764585080.0,28.0,NULL,NULL);
INSERT INTO "event" VALUES(33,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585082.5,29.0,NULL,NULL);
INSERT INTO "event" VALUES(34,1,'{"type":"Discarded","seat":1,"tile":"7s","tsumogiri":true}','page',1764585085.0,30.0,NULL,NULL);
INSERT INTO "event" VALUES(35,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585087.5,31.0,NULL,NULL);
INSERT INTO "event" VALUES(36,1,'{"type":"Discarded","seat":2,"tile":"7s","tsumogiri":false}','page',1764585090.0,32.0,NULL,NULL);
INSERT INTO "event" VALUES(37,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585092.5,33.0,NULL,NULL);
INSERT INTO "event" VALUES(38,1,'{"type":"Discarded","seat":3,"tile":"3z","tsumogiri":true}','page',1764585095.0,34.0,NULL,NULL);
INSERT INTO "event" VALUES(39,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585097.5,35.0,NULL,NULL);
INSERT INTO "event" VALUES(40,1,'{"type":"Discarded","seat":0,"tile":"5z","tsumogiri":true}','page',1764585100.0,36.0,NULL,NULL);
INSERT INTO "event" VALUES(41,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585102.5,37.0,NULL,NULL);
INSERT INTO "event" VALUES(42,1,'{"type":"Discarded","seat":1,"tile":"8s","tsumogiri":true}','page',1764585105.0,38.0,NULL,NULL);
INSERT INTO "event" VALUES(43,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585107.5,39.0,NULL,NULL);
INSERT INTO "event" VALUES(44,1,'{"type":"Discarded","seat":2,"tile":"2z","tsumogiri":false}','page',1764585110.0,40.0,NULL,NULL);
INSERT INTO "event" VALUES(45,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585112.5,41.0,NULL,NULL);
INSERT INTO "event" VALUES(46,1,'{"type":"Discarded","seat":3,"tile":"4z","tsumogiri":true}','page',1764585115.0,42.0,NULL,NULL);
INSERT INTO "event" VALUES(47,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585117.5,43.0,NULL,NULL);
INSERT INTO "event" VALUES(48,1,'{"type":"Discarded","seat":0,"tile":"7s","tsumogiri":false}','page',1764585120.0,44.0,NULL,NULL);
INSERT INTO "event" VALUES(49,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585122.5,45.0,NULL,NULL);
INSERT INTO "event" VALUES(50,1,'{"type":"Discarded","seat":1,"tile":"8p","tsumogiri":false}','page',1764585125.0,46.0,NULL,NULL);
INSERT INTO "event" VALUES(51,1,'{"type":"Called","seat":2,"meld":"chi:67p+8p<1"}','page',1764585127.5,47.0,NULL,NULL);
INSERT INTO "event" VALUES(52,1,'{"type":"Discarded","seat":2,"tile":"5z","tsumogiri":false}','page',1764585130.0,48.0,NULL,NULL);
INSERT INTO "event" VALUES(53,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585132.5,49.0,NULL,NULL);
INSERT INTO "event" VALUES(54,1,'{"type":"Discarded","seat":3,"tile":"1m","tsumogiri":true}','page',1764585135.0,50.0,NULL,NULL);
INSERT INTO "event" VALUES(55,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585137.5,51.0,NULL,NULL);
INSERT INTO "event" VALUES(56,1,'{"type":"Discarded","seat":0,"tile":"9s","tsumogiri":false}','page',1764585140.0,52.0,NULL,NULL);
INSERT INTO "event" VALUES(57,1,'{"type":"Won","seat":3,"source":0,"tile":"9s","hand":"23444789p40678s","ura":"9s"}','page',1764585142.5,53.0,NULL,NULL);
INSERT INTO "event" VALUES(58,1,'{"type":"HandEnded"}','page',1764585145.0,54.0,NULL,NULL);
INSERT INTO "event" VALUES(59,1,'{"type":"Discarded","seat":3,"tile":"2m","tsumogiri":null}','referee',1764585147.5,99.0,10,'replace');
CREATE TABLE migration (name TEXT PRIMARY KEY);
INSERT INTO "migration" VALUES('0001 events');
CREATE INDEX event_game ON event (game, seq);
CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
COMMIT;
