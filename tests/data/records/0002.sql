BEGIN TRANSACTION;
CREATE TABLE event (
            seq INTEGER PRIMARY KEY,
            game INTEGER NOT NULL,
            event TEXT,
            source TEXT NOT NULL,
            wall REAL NOT NULL,
            monotonic REAL NOT NULL,
            amends INTEGER REFERENCES event (seq),
            change TEXT CHECK (change IN ('replace', 'strike', 'insert')), sum TEXT NOT NULL DEFAULT '',
            CHECK ((amends IS NULL) = (change IS NULL)),
            CHECK ((event IS NULL) = (change IS NOT NULL AND change = 'strike'))
        );
INSERT INTO "event" VALUES(1,1,'{"type":"GameStarted","first_dealer":0,"names":["Aki","Ben","Chika","Dora"]}','page',1764585002.5,0.0,NULL,NULL,'62e34bfe62b396b866e448318de0a64b');
INSERT INTO "event" VALUES(2,1,'{"type":"HandStarted","indicator":"6p","dice":[3,4],"hands":[null,null,null,null],"wall":null}','page',1764585005.0,0.0,NULL,NULL,'5fc027133440e3fea30436ca52d272b8');
INSERT INTO "event" VALUES(3,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585007.5,1.0,NULL,NULL,'7e85ba31dede96fbaf2bdcd3ce95abf1');
INSERT INTO "event" VALUES(4,1,'{"type":"Discarded","seat":0,"tile":"2p","tsumogiri":false}','page',1764585010.0,2.0,NULL,NULL,'62a83358427e97c5b6caacd2d78df0b1');
INSERT INTO "event" VALUES(5,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585012.5,3.0,NULL,NULL,'3c067b23ab4e19d8cf754c1e934de361');
INSERT INTO "event" VALUES(6,1,'{"type":"Discarded","seat":1,"tile":"5s","tsumogiri":false}','page',1764585015.0,4.0,NULL,NULL,'87fa8c445a5f8898dbee195c64093a25');
INSERT INTO "event" VALUES(7,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585017.5,5.0,NULL,NULL,'fff9955e0cb5a33f1742f70b64d09713');
INSERT INTO "event" VALUES(8,1,'{"type":"Discarded","seat":2,"tile":"4z","tsumogiri":false}','page',1764585020.0,6.0,NULL,NULL,'a4e3bce8c262b30fff8074c021a970ca');
INSERT INTO "event" VALUES(9,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585022.5,7.0,NULL,NULL,'cb19259cbdce5e5f6e94450301b40ba4');
INSERT INTO "event" VALUES(10,1,'{"type":"Discarded","seat":3,"tile":"2m","tsumogiri":false}','page',1764585025.0,8.0,NULL,NULL,'88ef58d757448f2cb93660dcea45d949');
INSERT INTO "event" VALUES(11,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585027.5,9.0,NULL,NULL,'eabcac7be8547e45888c03f2f52a27dc');
INSERT INTO "event" VALUES(12,1,NULL,'page',1764585030.0,9.5,11,'strike','f5e1a5c7d54384b7adfcb48d36c52677');
INSERT INTO "event" VALUES(13,1,'{"type":"Drawn","seat":0,"tile":null}','button',1764585032.5,9.7,NULL,NULL,'985c3d1296a338f9760424085e8097d8');
INSERT INTO "event" VALUES(14,1,'{"type":"Discarded","seat":0,"tile":"7z","tsumogiri":true}','page',1764585035.0,10.0,NULL,NULL,'bc4f4c2ec10caf2f0c6eb89c0b9b6ee5');
INSERT INTO "event" VALUES(15,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585037.5,11.0,NULL,NULL,'e115ed1dfab84112e165ef20f1aec83c');
INSERT INTO "event" VALUES(16,1,'{"type":"Discarded","seat":1,"tile":"1z","tsumogiri":false}','page',1764585040.0,12.0,NULL,NULL,'f092e7d78489051452cf2df4f75663b9');
INSERT INTO "event" VALUES(17,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585042.5,13.0,NULL,NULL,'055c12a539ecb1d17a51aacff40442f1');
INSERT INTO "event" VALUES(18,1,'{"type":"Discarded","seat":2,"tile":"3z","tsumogiri":false}','page',1764585045.0,14.0,NULL,NULL,'d9059f023a54e296b749a589fc4a4e6b');
INSERT INTO "event" VALUES(19,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585047.5,15.0,NULL,NULL,'cb828aecb0a88ceaf4e827d99f3ed131');
INSERT INTO "event" VALUES(20,1,'{"type":"RiichiDeclared","seat":3}','page',1764585050.0,16.0,NULL,NULL,'0a914b4ebd9399e3fd5a233c628b67ca');
INSERT INTO "event" VALUES(21,1,'{"type":"Discarded","seat":3,"tile":"9p","tsumogiri":false}','page',1764585052.5,17.0,NULL,NULL,'6dfb284f411902834a5c94788f35113f');
INSERT INTO "event" VALUES(22,1,'{"type":"RiichiAccepted","seat":3}','page',1764585055.0,18.0,NULL,NULL,'7acd2b0d7d1bdfafc0d6f20e436b29f7');
INSERT INTO "event" VALUES(23,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585057.5,19.0,NULL,NULL,'58c460664040176e1e4933ced1cb8967');
INSERT INTO "event" VALUES(24,1,'{"type":"Discarded","seat":0,"tile":"2m","tsumogiri":false}','page',1764585060.0,20.0,NULL,NULL,'f14ab6d526453be1a55647ea38a1df5c');
INSERT INTO "event" VALUES(25,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585062.5,21.0,NULL,NULL,'4b18e4c09c1363bba9261f3b4af32d00');
INSERT INTO "event" VALUES(26,1,'{"type":"Discarded","seat":1,"tile":"3z","tsumogiri":false}','page',1764585065.0,22.0,NULL,NULL,'62dad4fa309d54dc576f92253aba2b57');
INSERT INTO "event" VALUES(27,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585067.5,23.0,NULL,NULL,'1bfffdf930bebe438292cc10c32604ea');
INSERT INTO "event" VALUES(28,1,'{"type":"Discarded","seat":2,"tile":"1s","tsumogiri":true}','page',1764585070.0,24.0,NULL,NULL,'ec8ec9f1922956d19c407adb1855241d');
INSERT INTO "event" VALUES(29,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585072.5,25.0,NULL,NULL,'b9ff3aac3d30f0c213f2b396918c3d1a');
INSERT INTO "event" VALUES(30,1,'{"type":"Discarded","seat":3,"tile":"3m","tsumogiri":true}','page',1764585075.0,26.0,NULL,NULL,'78840850f4b77b7b9f728b693db5b92f');
INSERT INTO "event" VALUES(31,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585077.5,27.0,NULL,NULL,'5d7eb38bf8531cb541c635e40808dfe7');
INSERT INTO "event" VALUES(32,1,'{"type":"Discarded","seat":0,"tile":"1s","tsumogiri":false}','page',1764585080.0,28.0,NULL,NULL,'5580e4edc8cd2aeef406ab435eb62016');
INSERT INTO "event" VALUES(33,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585082.5,29.0,NULL,NULL,'cc3209c5500ffe9fea98334940877a5f');
INSERT INTO "event" VALUES(34,1,'{"type":"Discarded","seat":1,"tile":"7s","tsumogiri":true}','page',1764585085.0,30.0,NULL,NULL,'9307cb76cfad7092dd27a937981c9045');
INSERT INTO "event" VALUES(35,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585087.5,31.0,NULL,NULL,'f13704e4ef567edb64596c9da0a43f17');
INSERT INTO "event" VALUES(36,1,'{"type":"Discarded","seat":2,"tile":"7s","tsumogiri":false}','page',1764585090.0,32.0,NULL,NULL,'1761af9734a575f500a9a7a9630904cb');
INSERT INTO "event" VALUES(37,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585092.5,33.0,NULL,NULL,'2f5b8f4eef77b02d3f46713bdc23b6e6');
INSERT INTO "event" VALUES(38,1,'{"type":"Discarded","seat":3,"tile":"3z","tsumogiri":true}','page',1764585095.0,34.0,NULL,NULL,'4b166f6c87ffb7eb5eec40b4c73987fb');
INSERT INTO "event" VALUES(39,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585097.5,35.0,NULL,NULL,'7f2285004bcddab94dd9806ba738f02d');
INSERT INTO "event" VALUES(40,1,'{"type":"Discarded","seat":0,"tile":"5z","tsumogiri":true}','page',1764585100.0,36.0,NULL,NULL,'9e4a3c9411bd37208be4e5fc5ea8d52f');
INSERT INTO "event" VALUES(41,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585102.5,37.0,NULL,NULL,'4ade21ea48142997557b2ebc0773ec4b');
INSERT INTO "event" VALUES(42,1,'{"type":"Discarded","seat":1,"tile":"8s","tsumogiri":true}','page',1764585105.0,38.0,NULL,NULL,'50d90763a3825584cae4fa6e9961adfe');
INSERT INTO "event" VALUES(43,1,'{"type":"Drawn","seat":2,"tile":null}','page',1764585107.5,39.0,NULL,NULL,'ca61d03b8840061d55c371ad9d0c0bce');
INSERT INTO "event" VALUES(44,1,'{"type":"Discarded","seat":2,"tile":"2z","tsumogiri":false}','page',1764585110.0,40.0,NULL,NULL,'c3d2a79a89172d9fbc72829663fb32d7');
INSERT INTO "event" VALUES(45,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585112.5,41.0,NULL,NULL,'3f41ce0b2094305104b9b90b212691dd');
INSERT INTO "event" VALUES(46,1,'{"type":"Discarded","seat":3,"tile":"4z","tsumogiri":true}','page',1764585115.0,42.0,NULL,NULL,'091c5100cbcdc7d0c635873ab27c3670');
INSERT INTO "event" VALUES(47,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585117.5,43.0,NULL,NULL,'6172e23c4aa4a1536baab7d85b1d0c4b');
INSERT INTO "event" VALUES(48,1,'{"type":"Discarded","seat":0,"tile":"7s","tsumogiri":false}','page',1764585120.0,44.0,NULL,NULL,'b37ce26e14ec49e25e697a247f794e65');
INSERT INTO "event" VALUES(49,1,'{"type":"Drawn","seat":1,"tile":null}','page',1764585122.5,45.0,NULL,NULL,'254ad5d278d1464489c58b4ff6b08d84');
INSERT INTO "event" VALUES(50,1,'{"type":"Discarded","seat":1,"tile":"8p","tsumogiri":false}','page',1764585125.0,46.0,NULL,NULL,'50a57b760a2b86a3ddd1f9406fdc6bb8');
INSERT INTO "event" VALUES(51,1,'{"type":"Called","seat":2,"meld":"chi:67p+8p<1"}','page',1764585127.5,47.0,NULL,NULL,'a7437ea27a4c30902967c5d5546dae87');
INSERT INTO "event" VALUES(52,1,'{"type":"Discarded","seat":2,"tile":"5z","tsumogiri":false}','page',1764585130.0,48.0,NULL,NULL,'35aa849931ac279e96e2167f7e83c6cc');
INSERT INTO "event" VALUES(53,1,'{"type":"Drawn","seat":3,"tile":null}','page',1764585132.5,49.0,NULL,NULL,'da3e64f41236b6819ef4e2ff5839ce5c');
INSERT INTO "event" VALUES(54,1,'{"type":"Discarded","seat":3,"tile":"1m","tsumogiri":true}','page',1764585135.0,50.0,NULL,NULL,'1c2e45e1b6e3e2360a3bef88204e3261');
INSERT INTO "event" VALUES(55,1,'{"type":"Drawn","seat":0,"tile":null}','page',1764585137.5,51.0,NULL,NULL,'65690c0b5a81331e712e787a58448f3d');
INSERT INTO "event" VALUES(56,1,'{"type":"Discarded","seat":0,"tile":"9s","tsumogiri":false}','page',1764585140.0,52.0,NULL,NULL,'7da72610d07d2a479b07ec82facdd39f');
INSERT INTO "event" VALUES(57,1,'{"type":"Won","seat":3,"source":0,"tile":"9s","hand":"23444789p40678s","ura":"9s"}','page',1764585142.5,53.0,NULL,NULL,'ed81b4c765bb4603b25bc00beddefbfb');
INSERT INTO "event" VALUES(58,1,'{"type":"HandEnded"}','page',1764585145.0,54.0,NULL,NULL,'82fc422331f8da4d19303f063b6b8d68');
INSERT INTO "event" VALUES(59,1,'{"type":"Discarded","seat":3,"tile":"2m","tsumogiri":null}','referee',1764585147.5,99.0,10,'replace','5cef79cd8900ad2690dc235acf39c3c2');
CREATE TABLE migration (name TEXT PRIMARY KEY);
INSERT INTO "migration" VALUES('0001 events');
INSERT INTO "migration" VALUES('0002 sums');
CREATE INDEX event_game ON event (game, seq);
CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
COMMIT;
