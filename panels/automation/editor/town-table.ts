/** Towns with their zone and country: "Zone/City CC: Name,Other name latitude longitude; …", to a tenth of a degree: sunset is right within a minute. */

export const TOWN_TABLE = `
Africa/Abidjan CI: Abidjan 5.3 -4 | Africa/Accra GH: Accra 5.5 -0.2 |
Africa/Addis_Ababa ET: Addis Ababa 9 38.7 | Africa/Algiers DZ: Alger,Algiers,Algier,Argel 36.8 3 |
Africa/Asmara ER: Asmara 15.3 38.9 | Africa/Bamako ML: Bamako 12.7 -8 | Africa/Bangui CF: Bangui 4.4 18.6 |
Africa/Banjul GM: Banjul 13.5 -16.6 | Africa/Bissau GW: Bissau 11.8 -15.6 |
Africa/Blantyre MW: Blantyre -15.8 35 | Africa/Brazzaville CG: Brazzaville -4.3 15.3 |
Africa/Bujumbura BI: Bujumbura -3.4 29.4 | Africa/Cairo EG: Cairo,Kairo,Le Caire,El Cairo 30.1 31.3 |
Africa/Casablanca MA: Casablanca 33.6 -7.6; Rabat 34 -6.8; Marrakesh,Marrakech 31.6 -8;
Tangier,Tanger 35.8 -5.8 | Africa/Ceuta ES: Ceuta 35.9 -5.3 | Africa/Conakry GN: Conakry 9.5 -13.7 |
Africa/Dakar SN: Dakar 14.7 -17.4 | Africa/Dar_es_Salaam TZ: Dar es Salaam -6.8 39.3 |
Africa/Djibouti DJ: Djibouti 11.6 43.1 | Africa/Douala CM: Douala 4 9.7 |
Africa/El_Aaiun EH: El Aaiun 27.1 -13.2 | Africa/Freetown SL: Freetown 8.5 -13.3 |
Africa/Gaborone BW: Gaborone -24.6 25.9 | Africa/Harare ZW: Harare -17.8 31.1 |
Africa/Johannesburg ZA: Johannesburg -26.3 28; Cape Town,Kapstadt,Le Cap,Ciudad del Cabo,Kaapstad -33.9 18.4;
Durban -29.9 31; Pretoria -25.7 28.2; Port Elizabeth,Gqeberha -34 25.6; Bloemfontein -29.1 26.2 |
Africa/Juba SS: Juba 4.8 31.6 | Africa/Kampala UG: Kampala 0.3 32.4 |
Africa/Khartoum SD: Khartoum 15.6 32.5 | Africa/Kigali RW: Kigali -1.9 30.1 |
Africa/Kinshasa CD: Kinshasa -4.3 15.3 | Africa/Lagos NG: Lagos 6.5 3.4 |
Africa/Libreville GA: Libreville 0.4 9.4 | Africa/Lome TG: Lome 6.1 1.2 |
Africa/Luanda AO: Luanda -8.8 13.2 | Africa/Lubumbashi CD: Lubumbashi -11.7 27.5 |
Africa/Lusaka ZM: Lusaka -15.4 28.3 | Africa/Malabo GQ: Malabo 3.8 8.8 | Africa/Maputo MZ: Maputo -26 32.6 |
Africa/Maseru LS: Maseru -29.5 27.5 | Africa/Mbabane SZ: Mbabane -26.3 31.1 |
Africa/Mogadishu SO: Mogadishu 2.1 45.4 | Africa/Monrovia LR: Monrovia 6.3 -10.8 |
Africa/Nairobi KE: Nairobi -1.3 36.8 | Africa/Ndjamena TD: Ndjamena 12.1 15.1 |
Africa/Niamey NE: Niamey 13.5 2.1 | Africa/Nouakchott MR: Nouakchott 18.1 -15.9 |
Africa/Ouagadougou BF: Ouagadougou 12.4 -1.5 | Africa/Porto-Novo BJ: Porto-Novo 6.5 2.6 |
Africa/Sao_Tome ST: Sao Tome 0.3 6.7 | Africa/Tripoli LY: Tripoli 32.9 13.2 |
Africa/Tunis TN: Tunis 36.8 10.2 | Africa/Windhoek NA: Windhoek -22.6 17.1 |
America/Adak US: Adak 51.9 -176.7 | America/Anchorage US: Anchorage 61.2 -149.9 |
America/Anguilla AI: Anguilla 18.2 -63.1 | America/Antigua AG: Antigua 17.1 -61.8 |
America/Araguaina BR: Araguaína -7.2 -48.2 | America/Argentina/Buenos_Aires AR: Buenos Aires -34.6 -58.5;
Rosario -33 -60.7; La Plata -34.9 -58; Mar del Plata -38 -57.6 |
America/Argentina/Catamarca AR: Catamarca -28.5 -65.8 | America/Argentina/Cordoba AR: Cordoba -31.4 -64.2 |
America/Argentina/Jujuy AR: Jujuy -24.2 -65.3 | America/Argentina/La_Rioja AR: La Rioja -29.4 -66.8 |
America/Argentina/Mendoza AR: Mendoza -32.9 -68.8 |
America/Argentina/Rio_Gallegos AR: Rio Gallegos -51.6 -69.2 | America/Argentina/Salta AR: Salta -24.8 -65.4 |
America/Argentina/San_Juan AR: San Juan -31.5 -68.5 | America/Argentina/San_Luis AR: San Luis -33.3 -66.3 |
America/Argentina/Tucuman AR: Tucuman -26.8 -65.2 | America/Argentina/Ushuaia AR: Ushuaia -54.8 -68.3 |
America/Aruba AW: Oranjestad 12.5 -70 | America/Asuncion PY: Asunción -25.3 -57.7 |
America/Atikokan CA: Atikokan 48.8 -91.6 | America/Bahia BR: Salvador -13 -38.5 |
America/Bahia_Banderas MX: Bahia Banderas 20.8 -105.3 | America/Barbados BB: Bridgetown 13.1 -59.6 |
America/Belem BR: Belém -1.4 -48.5 | America/Belize BZ: Belize 17.5 -88.2 |
America/Blanc-Sablon CA: Blanc-Sablon 51.4 -57.1 | America/Boa_Vista BR: Boa Vista 2.8 -60.7 |
America/Bogota CO: Bogotá,Bogota 4.6 -74.1; Medellín 6.2 -75.6; Cali 3.4 -76.5; Barranquilla 11 -74.8;
Cartagena 10.4 -75.5 | America/Boise US: Boise 43.6 -116.2 |
America/Campo_Grande BR: Campo Grande -20.4 -54.6 | America/Cancun MX: Cancún 21.1 -86.8 |
America/Caracas VE: Caracas 10.5 -66.9; Maracaibo 10.6 -71.6; Valencia 10.2 -68 |
America/Cayenne GF: Cayenne 4.9 -52.3 | America/Cayman KY: George Town 19.3 -81.4 |
America/Chicago US: Chicago,芝加哥,シカゴ 41.9 -87.7; Houston 29.8 -95.4; Dallas 32.8 -96.8;
San Antonio 29.4 -98.5; Austin 30.3 -97.7; Minneapolis 45 -93.3; St. Louis 38.6 -90.2;
Kansas City 39.1 -94.6; New Orleans 30 -90.1; Memphis 35.1 -90; Nashville 36.2 -86.8; Milwaukee 43 -87.9;
Oklahoma City 35.5 -97.5; Omaha 41.3 -96; Tulsa 36.2 -96; Birmingham 33.5 -86.8; Little Rock 34.7 -92.3;
Des Moines 41.6 -93.6; Fargo 46.9 -96.8; Madison 43.1 -89.4; Wichita 37.7 -97.3; Sioux Falls 43.5 -96.7;
Jackson 32.3 -90.2; Mobile 30.7 -88 | America/Chihuahua MX: Chihuahua 28.6 -106.1 |
America/Ciudad_Juarez MX: Ciudad Juarez 31.7 -106.5 | America/Costa_Rica CR: San José 9.9 -84.1 |
America/Coyhaique CL: Coyhaique -45.6 -72.1 | America/Cuiaba BR: Cuiabá -15.6 -56.1 |
America/Curacao CW: Willemstad 12.2 -69 | America/Dawson CA: Dawson 64.1 -139.4 |
America/Dawson_Creek CA: Dawson Creek 55.8 -120.2 | America/Denver US: Denver 39.7 -105;
Salt Lake City 40.8 -111.9; Albuquerque 35.1 -106.7; El Paso 31.8 -106.5; Colorado Springs 38.8 -104.8;
Billings 45.8 -108.5; Cheyenne 41.1 -104.8; Rapid City 44.1 -103.2 | America/Detroit US: Detroit 42.3 -83 |
America/Dominica DM: Dominica 15.3 -61.4 | America/Edmonton CA: Edmonton 53.5 -113.5; Calgary 51 -114.1 |
America/Eirunepe BR: Eirunepe -6.7 -69.9 | America/El_Salvador SV: San Salvador 13.7 -89.2 |
America/Fort_Nelson CA: Fort Nelson 58.8 -122.7 | America/Fortaleza BR: Fortaleza -3.7 -38.5;
Natal -5.8 -35.2; São Luís -2.5 -44.3 | America/Glace_Bay CA: Glace Bay 46.2 -60 |
America/Goose_Bay CA: Goose Bay 53.3 -60.4 | America/Grand_Turk TC: Grand Turk 21.5 -71.1 |
America/Grenada GD: Grenada 12.1 -61.8 | America/Guadeloupe GP: Basse-Terre 16.2 -61.5 |
America/Guatemala GT: Guatemala 14.6 -90.5 | America/Guayaquil EC: Guayaquil -2.2 -79.8; Quito -0.2 -78.5 |
America/Guyana GY: Georgetown 6.8 -58.2 | America/Halifax CA: Halifax 44.6 -63.6 |
America/Havana CU: La Habana,Havana,Havanna 23.1 -82.4 | America/Hermosillo MX: Hermosillo 29.1 -111 |
America/Indiana/Indianapolis US: Indianapolis 39.8 -86.2 | America/Indiana/Knox US: Knox 41.3 -86.6 |
America/Indiana/Marengo US: Marengo 38.4 -86.3 | America/Indiana/Petersburg US: Petersburg 38.5 -87.3 |
America/Indiana/Tell_City US: Tell City 38 -86.8 | America/Indiana/Vevay US: Vevay 38.7 -85.1 |
America/Indiana/Vincennes US: Vincennes 38.7 -87.5 | America/Indiana/Winamac US: Winamac 41 -86.6 |
America/Inuvik CA: Inuvik 68.3 -133.7 | America/Iqaluit CA: Iqaluit 63.7 -68.5 |
America/Jamaica JM: Kingston 18 -76.8 | America/Juneau US: Juneau 58.3 -134.4 |
America/Kentucky/Louisville US: Louisville 38.3 -85.8 |
America/Kentucky/Monticello US: Monticello 36.8 -84.8 | America/Kralendijk BQ: Kralendijk 12.2 -68.3 |
America/La_Paz BO: La Paz -16.5 -68.2; Santa Cruz de la Sierra -17.8 -63.2; Cochabamba -17.4 -66.2 |
America/Lima PE: Lima -12.1 -77; Arequipa -16.4 -71.5; Cusco -13.5 -72; Trujillo -8.1 -79 |
America/Los_Angeles US: Los Angeles,Los Ángeles,洛杉矶,ロサンゼルス 34 -118.2; San Francisco 37.8 -122.4;
San Diego 32.7 -117.2; Seattle 47.6 -122.3; Portland (Oregon) 45.5 -122.7; Las Vegas 36.2 -115.1;
Sacramento 38.6 -121.5; San Jose 37.3 -121.9; Fresno 36.7 -119.8; Spokane 47.7 -117.4; Reno 39.5 -119.8;
Eugene 44.1 -123.1 | America/Lower_Princes SX: Lower Princes 18.1 -63 |
America/Maceio BR: Maceió -9.7 -35.7 | America/Managua NI: Managua 12.2 -86.3 |
America/Manaus BR: Manaus -3.1 -60 | America/Marigot MF: Marigot 18.1 -63.1 |
America/Martinique MQ: Fort-de-France 14.6 -61.1 | America/Matamoros MX: Matamoros 25.8 -97.5 |
America/Mazatlan MX: Mazatlán 23.2 -106.4 | America/Menominee US: Menominee 45.1 -87.6 |
America/Merida MX: Mérida 21 -89.6 | America/Metlakatla US: Metlakatla 55.1 -131.6 |
America/Mexico_City MX: Ciudad de México,Mexico City,Mexico,Mexiko-Stadt 19.4 -99.2; Guadalajara 20.7 -103.3;
Puebla 19 -98.2; León 21.1 -101.7; Querétaro 20.6 -100.4; Veracruz 19.2 -96.1; Oaxaca 17.1 -96.7;
Acapulco 16.9 -99.9; San Luis Potosí 22.2 -101 | America/Miquelon PM: Miquelon 47 -56.3 |
America/Moncton CA: Moncton 46.1 -64.8 | America/Monterrey MX: Monterrey 25.7 -100.3 |
America/Montevideo UY: Montevideo -34.9 -56.2 | America/Montserrat MS: Montserrat 16.7 -62.2 |
America/Nassau BS: Nassau 25.1 -77.3 | America/New_York US: New York,Nueva York,纽约,ニューヨーク 40.7 -74;
Washington 38.9 -77; Boston 42.4 -71.1; Philadelphia 40 -75.2; Miami 25.8 -80.2; Atlanta 33.7 -84.4;
Charlotte 35.2 -80.8; Pittsburgh 40.4 -80; Cleveland 41.5 -81.7; Columbus 40 -83; Cincinnati 39.1 -84.5;
Buffalo 42.9 -78.9; Orlando 28.5 -81.4; Tampa 28 -82.5; Jacksonville 30.3 -81.7; Raleigh 35.8 -78.6;
Richmond 37.5 -77.4; Baltimore 39.3 -76.6; Albany 42.7 -73.8; Hartford 41.8 -72.7;
Portland (Maine) 43.7 -70.3; Burlington 44.5 -73.2; Charleston 32.8 -79.9; Savannah 32.1 -81.1;
Knoxville 36 -83.9; Norfolk 36.9 -76.3; Syracuse 43 -76.1; Rochester 43.2 -77.6 |
America/Nome US: Nome 64.5 -165.4 | America/Noronha BR: Noronha -3.9 -32.4 |
America/North_Dakota/Beulah US: Beulah 47.3 -101.8 | America/North_Dakota/Center US: Center 47.1 -101.3 |
America/North_Dakota/New_Salem US: New Salem 46.8 -101.4 | America/Nuuk GL: Nuuk 64.2 -51.7 |
America/Ojinaga MX: Ojinaga 29.6 -104.4 | America/Panama PA: Panamá,Panama City 9 -79.5 |
America/Paramaribo SR: Paramaribo 5.8 -55.2 | America/Phoenix US: Phoenix 33.4 -112.1; Tucson 32.2 -110.9;
Flagstaff 35.2 -111.7 | America/Port-au-Prince HT: Port-au-Prince 18.5 -72.3 |
America/Port_of_Spain TT: Port of Spain 10.7 -61.5 | America/Porto_Velho BR: Porto Velho -8.8 -63.9 |
America/Puerto_Rico PR: San Juan 18.5 -66.1 | America/Punta_Arenas CL: Punta Arenas -53.1 -70.9 |
America/Rankin_Inlet CA: Rankin Inlet 62.8 -92.1 | America/Recife BR: Recife -8.1 -34.9 |
America/Regina CA: Regina 50.4 -104.7; Saskatoon 52.1 -106.7 | America/Resolute CA: Resolute 74.7 -94.8 |
America/Rio_Branco BR: Rio Branco -10 -67.8 | America/Santarem BR: Santarem -2.4 -54.9 |
America/Santiago CL: Santiago -33.5 -70.7; Valparaíso -33 -71.6; Concepción -36.8 -73;
Antofagasta -23.7 -70.4 | America/Santo_Domingo DO: Santo Domingo 18.5 -69.9 |
America/Sao_Paulo BR: São Paulo,Sao Paulo -23.5 -46.6; Rio de Janeiro -22.9 -43.2; Brasília -15.8 -47.9;
Belo Horizonte -19.9 -43.9; Curitiba -25.4 -49.3; Porto Alegre -30 -51.2; Florianópolis -27.6 -48.5;
Goiânia -16.7 -49.3; Campinas -22.9 -47.1; Vitória -20.3 -40.3 |
America/Scoresbysund GL: Scoresbysund 70.5 -22 | America/Sitka US: Sitka 57.2 -135.3 |
America/St_Barthelemy BL: St. Barthelemy 17.9 -62.9 | America/St_Johns CA: St. John's 47.6 -52.7 |
America/St_Kitts KN: St. Kitts 17.3 -62.7 | America/St_Lucia LC: St. Lucia 14 -61 |
America/St_Thomas VI: St. Thomas 18.4 -64.9 | America/St_Vincent VC: St. Vincent 13.2 -61.2 |
America/Swift_Current CA: Swift Current 50.3 -107.8 | America/Tegucigalpa HN: Tegucigalpa 14.1 -87.2 |
America/Thule GL: Thule 76.6 -68.8 | America/Tijuana MX: Tijuana 32.5 -117 |
America/Toronto CA: Toronto 43.6 -79.4; Montréal,Montreal 45.5 -73.6; Ottawa 45.4 -75.7;
Québec,Quebec City 46.8 -71.2; Hamilton 43.3 -79.9; London (Ontario) 43 -81.2; Windsor 42.3 -83;
Sudbury 46.5 -81; Kingston 44.2 -76.5; Sherbrooke 45.4 -71.9 | America/Tortola VG: Tortola 18.4 -64.6 |
America/Vancouver CA: Vancouver 49.3 -123.1; Victoria 48.4 -123.4; Kelowna 49.9 -119.5 |
America/Whitehorse CA: Whitehorse 60.7 -135.1 | America/Winnipeg CA: Winnipeg 49.9 -97.2 |
America/Yakutat US: Yakutat 59.5 -139.7 | Asia/Aden YE: Aden 12.8 45.2 | Asia/Almaty KZ: Almaty 43.3 77 |
Asia/Amman JO: Amman 31.9 35.9 | Asia/Anadyr RU: Anadyr 64.8 177.5 | Asia/Aqtau KZ: Aqtau 44.5 50.3 |
Asia/Aqtobe KZ: Aqtobe 50.3 57.2 | Asia/Ashgabat TM: Ashgabat 38 58.4 | Asia/Atyrau KZ: Atyrau 47.1 51.9 |
Asia/Baghdad IQ: Baghdad,Bagdad 33.4 44.4 | Asia/Bahrain BH: Manama 26.4 50.6 |
Asia/Baku AZ: Baku 40.4 49.9 | Asia/Bangkok TH: Bangkok,曼谷,バンコク 13.8 100.5; Chiang Mai 18.8 99;
Phuket 7.9 98.4 | Asia/Barnaul RU: Barnaul 53.4 83.8 | Asia/Beirut LB: Beirut 33.9 35.5 |
Asia/Bishkek KG: Bishkek 42.9 74.6 | Asia/Brunei BN: Bandar Seri Begawan 4.9 114.9 |
Asia/Chita RU: Chita 52 113.5 | Asia/Colombo LK: Colombo 6.9 79.8 |
Asia/Damascus SY: Damascus,Damaskus 33.5 36.3 | Asia/Dhaka BD: Dhaka 23.7 90.4 |
Asia/Dili TL: Dili -8.6 125.6 | Asia/Dubai AE: Dubai 25.3 55.3; Abu Dhabi 24.5 54.4 |
Asia/Dushanbe TJ: Dushanbe 38.6 68.8 | Asia/Famagusta CY: Famagusta 35.1 34 | Asia/Gaza PS: Gaza 31.5 34.5 |
Asia/Hebron PS: Hebron 31.5 35.1 | Asia/Ho_Chi_Minh VN: Ho Chi Minh City,Saigon 10.8 106.7; Hanoi 21 105.8;
Da Nang 16.1 108.2 | Asia/Hong_Kong HK: 香港,Hong Kong 22.3 114.2 | Asia/Hovd MN: Hovd 48 91.7 |
Asia/Irkutsk RU: Irkutsk 52.3 104.3 | Asia/Jakarta ID: Jakarta -6.2 106.8; Surabaya -7.3 112.8;
Bandung -6.9 107.6; Medan 3.6 98.7 | Asia/Jayapura ID: Jayapura -2.5 140.7 |
Asia/Jerusalem IL: Jerusalem 31.8 35.2; Tel Aviv 32.1 34.8; Haifa 32.8 35 | Asia/Kabul AF: Kabul 34.5 69.2 |
Asia/Kamchatka RU: Kamchatka 53 158.7 | Asia/Karachi PK: Karachi 24.9 67; Lahore 31.5 74.3;
Islamabad 33.7 73.1 | Asia/Kathmandu NP: Kathmandu 27.7 85.3 | Asia/Khandyga RU: Khandyga 62.6 135.6 |
Asia/Kolkata IN: Kolkata,Calcutta 22.5 88.4; Delhi,New Delhi,Neu-Delhi 28.6 77.2; Mumbai,Bombay 19.1 72.9;
Bengaluru,Bangalore 13 77.6; Chennai,Madras 13.1 80.3; Hyderabad 17.4 78.5; Pune 18.5 73.9;
Ahmedabad 23 72.6; Jaipur 26.9 75.8; Lucknow 26.8 80.9; Kochi 9.9 76.3; Guwahati 26.1 91.7 |
Asia/Krasnoyarsk RU: Krasnoyarsk 56 92.8 | Asia/Kuala_Lumpur MY: Kuala Lumpur 3.2 101.7 |
Asia/Kuching MY: Kuching 1.6 110.3 | Asia/Kuwait KW: Kuwait 29.3 48 | Asia/Macau MO: 澳門,Macau,澳门 22.2 113.5 |
Asia/Magadan RU: Magadan 59.6 150.8 | Asia/Makassar ID: Makassar -5.1 119.4; Denpasar -8.7 115.2 |
Asia/Manila PH: Manila 14.6 121; Cebu City 10.3 123.9; Davao 7.1 125.6 | Asia/Muscat OM: Muscat 23.6 58.6 |
Asia/Nicosia CY: Nicosia,Nikosia 35.2 33.4 | Asia/Novokuznetsk RU: Novokuznetsk 53.8 87.1 |
Asia/Novosibirsk RU: Novosibirsk 55 82.9 | Asia/Omsk RU: Omsk 55 73.4 | Asia/Oral KZ: Oral 51.2 51.4 |
Asia/Phnom_Penh KH: Phnom Penh 11.6 104.9 | Asia/Pontianak ID: Pontianak 0 109.3 |
Asia/Pyongyang KP: Pyongyang 39 125.8 | Asia/Qatar QA: Doha 25.3 51.5 |
Asia/Qostanay KZ: Qostanay 53.2 63.6 | Asia/Qyzylorda KZ: Qyzylorda 44.8 65.5 |
Asia/Riyadh SA: Riyadh,Riad 24.6 46.7; Jeddah 21.5 39.2 | Asia/Sakhalin RU: Sakhalin 47 142.7 |
Asia/Samarkand UZ: Samarkand 39.7 66.8 | Asia/Seoul KR: 서울,Seoul,Seúl,首尔,ソウル 37.5 127; 부산,Busan 35.2 129.1;
대구,Daegu 35.9 128.6; 광주,Gwangju 35.2 126.9; 대전,Daejeon 36.4 127.4; 인천,Incheon 37.5 126.7 |
Asia/Shanghai CN: 上海,Shanghai,Schanghai 31.2 121.5; 北京,Beijing,Peking,Pékin,Pekín 39.9 116.4;
广州,Guangzhou,Kanton 23.1 113.3; 深圳,Shenzhen 22.5 114.1; 成都,Chengdu 30.7 104.1; 重庆,Chongqing 29.6 106.6;
武汉,Wuhan 30.6 114.3; 西安,Xi'an 34.3 108.9; 杭州,Hangzhou 30.3 120.2; 南京,Nanjing 32.1 118.8;
天津,Tianjin 39.1 117.2; 苏州,Suzhou 31.3 120.6; 青岛,Qingdao 36.1 120.4; 大连,Dalian 38.9 121.6;
沈阳,Shenyang 41.8 123.4; 哈尔滨,Harbin 45.8 126.6; 长春,Changchun 43.9 125.3; 济南,Jinan 36.7 117;
郑州,Zhengzhou 34.7 113.6; 长沙,Changsha 28.2 112.9; 昆明,Kunming 25 102.7; 厦门,Xiamen 24.5 118.1;
福州,Fuzhou 26.1 119.3; 宁波,Ningbo 29.9 121.5; 合肥,Hefei 31.8 117.2; 南昌,Nanchang 28.7 115.9;
太原,Taiyuan 37.9 112.5; 石家庄,Shijiazhuang 38 114.5; 南宁,Nanning 22.8 108.4; 贵阳,Guiyang 26.6 106.7;
兰州,Lanzhou 36.1 103.8; 海口,Haikou 20 110.3; 呼和浩特,Hohhot 40.8 111.7; 银川,Yinchuan 38.5 106.2;
西宁,Xining 36.6 101.8; 拉萨,Lhasa 29.7 91.1; 无锡,Wuxi 31.6 120.3; 东莞,Dongguan 23 113.8; 佛山,Foshan 23 113.1;
珠海,Zhuhai 22.3 113.6; 温州,Wenzhou 28 120.7 |
Asia/Singapore SG: Singapore,Singapur,Singapour,新加坡,シンガポール 1.3 103.8 |
Asia/Srednekolymsk RU: Srednekolymsk 67.5 153.7 | Asia/Taipei TW: 臺北,Taipei,台北 25.1 121.5;
高雄,Kaohsiung 22.6 120.3; 臺中,台中,Taichung 24.1 120.7; 臺南,台南,Tainan 23 120.2 |
Asia/Tashkent UZ: Tashkent 41.3 69.3 | Asia/Tbilisi GE: Tbilisi 41.7 44.8 |
Asia/Tehran IR: Tehran,Teheran,Téhéran 35.7 51.4 | Asia/Thimphu BT: Thimphu 27.5 89.7 |
Asia/Tokyo JP: 東京,Tokyo,Tokio,东京 35.6 139.7; 大阪,Osaka 34.7 135.5; 名古屋,Nagoya 35.2 136.9;
札幌,Sapporo 43.1 141.3; 福岡,Fukuoka 33.6 130.4; 京都,Kyoto 35 135.8; 神戸,Kobe 34.7 135.2; 横浜,Yokohama 35.4 139.6;
広島,Hiroshima 34.4 132.5; 仙台,Sendai 38.3 140.9; 新潟,Niigata 37.9 139; 金沢,Kanazawa 36.6 136.7;
静岡,Shizuoka 35 138.4; 岡山,Okayama 34.7 133.9; 熊本,Kumamoto 32.8 130.7; 鹿児島,Kagoshima 31.6 130.6;
那覇,Naha 26.2 127.7; 長崎,Nagasaki 32.8 129.9; 松山,Matsuyama 33.8 132.8; 高松,Takamatsu 34.3 134;
高知,Kochi 33.6 133.5; 秋田,Akita 39.7 140.1; 青森,Aomori 40.8 140.7; 盛岡,Morioka 39.7 141.2;
函館,Hakodate 41.8 140.7; 旭川,Asahikawa 43.8 142.4; 宇都宮,Utsunomiya 36.6 139.9; 長野,Nagano 36.7 138.2;
富山,Toyama 36.7 137.2; 松江,Matsue 35.5 133.1; 大分,Oita 33.2 131.6; 宮崎,Miyazaki 31.9 131.4; 千葉,Chiba 35.6 140.1;
さいたま,Saitama 35.9 139.6; 浜松,Hamamatsu 34.7 137.7; 和歌山,Wakayama 34.2 135.2 | Asia/Tomsk RU: Tomsk 56.5 85 |
Asia/Ulaanbaatar MN: Ulaanbaatar 47.9 106.9 | Asia/Urumqi CN: 乌鲁木齐,Ürümqi,Urumqi 43.8 87.6 |
Asia/Ust-Nera RU: Ust-Nera 64.5 143.2 | Asia/Vientiane LA: Vientiane 18 102.6 |
Asia/Vladivostok RU: Vladivostok 43.2 131.9 | Asia/Yakutsk RU: Yakutsk 62 129.7 |
Asia/Yangon MM: Yangon 16.8 96.2 | Asia/Yekaterinburg RU: Yekaterinburg 56.9 60.6 |
Asia/Yerevan AM: Yerevan 40.2 44.5 | Atlantic/Azores PT: Ponta Delgada 37.7 -25.7 |
Atlantic/Bermuda BM: Hamilton 32.3 -64.8 | Atlantic/Canary ES: Las Palmas de Gran Canaria 28.1 -15.4;
Santa Cruz de Tenerife 28.5 -16.3 | Atlantic/Cape_Verde CV: Cape Verde 14.9 -23.5 |
Atlantic/Faroe FO: Tórshavn 62 -6.8 | Atlantic/Madeira PT: Funchal 32.6 -16.9 |
Atlantic/Reykjavik IS: Reykjavik 64.2 -21.9 | Atlantic/St_Helena SH: St. Helena -15.9 -5.7 |
Atlantic/Stanley FK: Stanley -51.7 -57.9 | Australia/Adelaide AU: Adelaide -34.9 138.6 |
Australia/Brisbane AU: Brisbane -27.5 153; Gold Coast -28 153.4; Townsville -19.3 146.8; Cairns -16.9 145.8 |
Australia/Broken_Hill AU: Broken Hill -31.9 141.4 | Australia/Darwin AU: Darwin -12.5 130.8 |
Australia/Eucla AU: Eucla -31.7 128.9 | Australia/Hobart AU: Hobart -42.9 147.3 |
Australia/Lindeman AU: Lindeman -20.3 149 | Australia/Lord_Howe AU: Lord Howe -31.6 159.1 |
Australia/Melbourne AU: Melbourne -37.8 145; Geelong -38.1 144.4; Ballarat -37.6 143.9 |
Australia/Perth AU: Perth -31.9 115.8 | Australia/Sydney AU: Sydney,悉尼,シドニー -33.9 151.2;
Canberra -35.3 149.1; Newcastle -32.9 151.8; Wollongong -34.4 150.9 |
Europe/Amsterdam NL: Amsterdam 52.4 4.9; Rotterdam 51.9 4.5; Den Haag,The Hague,La Haye,La Haya 52.1 4.3;
Utrecht 52.1 5.1; Eindhoven 51.4 5.5; Groningen 53.2 6.6; Maastricht 50.9 5.7; Nijmegen 51.8 5.9;
Arnhem 52 5.9; Enschede 52.2 6.9; Zwolle 52.5 6.1; Leeuwarden 53.2 5.8; Breda 51.6 4.8; Tilburg 51.6 5.1;
Middelburg 51.5 3.6; Den Helder 53 4.8; Almere 52.4 5.2 | Europe/Andorra AD: Andorra 42.5 1.5 |
Europe/Astrakhan RU: Astrakhan 46.4 48 | Europe/Athens GR: Athína,Athens,Athen,Athènes,Atenas,Athene 38 23.7;
Thessaloniki,Thessalonique,Tesalónica 40.6 22.9; Patras 38.2 21.7; Heraklion 35.3 25.1;
Rhodes,Rhodos 36.4 28.2 | Europe/Belgrade RS: Beograd,Belgrade,Belgrad 44.8 20.5; Novi Sad 45.3 19.8;
Niš 43.3 21.9 | Europe/Berlin DE: Berlin,Berlín,Berlijn,柏林,ベルリン 52.5 13.4; Hamburg 53.6 10;
München,Munich,Múnich 48.1 11.6; Köln,Cologne,Colonia,Keulen 50.9 7; Frankfurt am Main,Francfort 50.1 8.7;
Stuttgart 48.8 9.2; Düsseldorf 51.2 6.8; Leipzig 51.3 12.4; Dortmund 51.5 7.5; Essen 51.5 7; Bremen 53.1 8.8;
Dresden,Dresde 51.1 13.7; Hannover,Hanover 52.4 9.7; Nürnberg,Nuremberg 49.5 11.1; Münster 52 7.6;
Karlsruhe 49 8.4; Mannheim 49.5 8.5; Augsburg 48.4 10.9; Kiel 54.3 10.1; Rostock 54.1 12.1; Erfurt 51 11;
Freiburg im Breisgau 48 7.8; Kassel 51.3 9.5; Saarbrücken 49.2 7; Magdeburg 52.1 11.6; Bielefeld 52 8.5;
Regensburg 49 12.1; Ulm 48.4 10; Konstanz 47.7 9.2; Aachen,Aix-la-Chapelle,Aken 50.8 6.1; Bonn 50.7 7.1;
Mainz 50 8.3; Würzburg 49.8 9.9; Lübeck 53.9 10.7; Oldenburg 53.1 8.2; Osnabrück 52.3 8; Flensburg 54.8 9.4;
Görlitz 51.2 15; Schwerin 53.6 11.4; Passau 48.6 13.5; Trier 49.8 6.6; Koblenz 50.4 7.6; Cottbus 51.8 14.3;
Chemnitz 50.8 12.9; Jena 50.9 11.6; Göttingen 51.5 9.9; Braunschweig 52.3 10.5; Heilbronn 49.1 9.2;
Halle 51.5 12; Potsdam 52.4 13.1 | Europe/Bratislava SK: Bratislava 48.1 17.1; Košice 48.7 21.3;
Žilina 49.2 18.7 | Europe/Brussels BE: Brussel,Bruxelles,Brussels,Brüssel,Bruselas 50.8 4.3;
Antwerpen,Antwerp,Anvers,Amberes 51.2 4.4; Gent,Ghent,Gand,Gante 51.1 3.7; Liège,Lüttich,Luik,Lieja 50.6 5.6;
Charleroi 50.4 4.4; Brugge,Bruges,Brügge,Brujas 51.2 3.2; Namur,Namen 50.5 4.9;
Leuven,Louvain,Löwen 50.9 4.7; Hasselt 50.9 5.3; Oostende,Ostend 51.2 2.9 |
Europe/Bucharest RO: București,Bucharest,Bukarest,Bucarest,Boekarest 44.4 26.1; Cluj-Napoca 46.8 23.6;
Timișoara 45.8 21.2; Iași 47.2 27.6; Constanța 44.2 28.6; Brașov 45.7 25.6 |
Europe/Budapest HU: Budapest 47.5 19.1; Debrecen 47.5 21.6; Szeged 46.3 20.1; Pécs 46.1 18.2; Győr 47.7 17.6;
Miskolc 48.1 20.8 | Europe/Chisinau MD: Chișinău,Chisinau 47 28.8 |
Europe/Copenhagen DK: København,Copenhagen,Kopenhagen,Copenhague 55.7 12.6; Aarhus,Århus 56.2 10.2;
Odense 55.4 10.4; Aalborg 57 9.9; Esbjerg 55.5 8.5 | Europe/Dublin IE: Dublin,Dublín 53.3 -6.3;
Cork 51.9 -8.5; Galway 53.3 -9.1; Limerick 52.7 -8.6; Waterford 52.3 -7.1; Sligo 54.3 -8.5 |
Europe/Gibraltar GI: Gibraltar 36.1 -5.3 | Europe/Guernsey GG: Guernsey 49.5 -2.5 |
Europe/Helsinki FI: Helsinki 60.2 25; Tampere 61.5 23.8; Turku,Åbo 60.5 22.3; Oulu 65 25.5;
Rovaniemi 66.5 25.7; Jyväskylä 62.2 25.7; Kuopio 62.9 27.7 | Europe/Isle_of_Man IM: Isle of Man 54.1 -4.5 |
Europe/Istanbul TR: İstanbul,Istanbul 41 29; Ankara 39.9 32.9; İzmir,Izmir 38.4 27.1; Antalya 36.9 30.7;
Bursa 40.2 29.1; Adana 37 35.3; Trabzon 41 39.7; Gaziantep 37.1 37.4 | Europe/Jersey JE: Jersey 49.2 -2.1 |
Europe/Kaliningrad RU: Kaliningrad 54.7 20.5 | Europe/Kirov RU: Kirov 58.6 49.6 |
Europe/Kyiv UA: Kyiv,Kiev,Kiew 50.4 30.5; Kharkiv 50 36.2; Odesa,Odessa 46.5 30.7; Lviv,Lemberg 49.8 24;
Dnipro 48.5 35 | Europe/Lisbon PT: Lisboa,Lisbon,Lissabon,Lisbonne 38.7 -9.1; Porto,Oporto 41.2 -8.6;
Braga 41.5 -8.4; Coimbra 40.2 -8.4; Faro 37 -7.9; Évora 38.6 -7.9 | Europe/Ljubljana SI: Ljubljana 46 14.5;
Maribor 46.6 15.6 | Europe/London GB: London,Londres,Londen,伦敦,ロンドン 51.5 -0.1; Birmingham 52.5 -1.9;
Manchester 53.5 -2.2; Glasgow 55.9 -4.3; Leeds 53.8 -1.5; Liverpool 53.4 -3;
Edinburgh,Édimbourg,Edimburgo 56 -3.2; Bristol 51.5 -2.6; Cardiff 51.5 -3.2; Belfast 54.6 -5.9;
Sheffield 53.4 -1.5; Newcastle upon Tyne 55 -1.6; Nottingham 53 -1.1; Southampton 50.9 -1.4;
Plymouth 50.4 -4.1; Aberdeen 57.1 -2.1; Inverness 57.5 -4.2; Norwich 52.6 1.3; Cambridge 52.2 0.1;
Oxford 51.8 -1.3; Brighton 50.8 -0.1; York 54 -1.1; Leicester 52.6 -1.1; Exeter 50.7 -3.5; Swansea 51.6 -3.9;
Dundee 56.5 -3; Hull 53.7 -0.3; Reading 51.5 -1; Carlisle 54.9 -2.9 |
Europe/Luxembourg LU: Luxembourg,Luxemburg 49.6 6.2 | Europe/Madrid ES: Madrid,马德里,マドリード 40.4 -3.7;
Barcelona,Barcelone 41.4 2.2; Valencia 39.5 -0.4; Sevilla,Seville,Séville 37.4 -6;
Zaragoza,Saragossa,Saragosse 41.7 -0.9; Málaga 36.7 -4.4; Murcia 38 -1.1; Palma,Palma de Mallorca 39.6 2.7;
Bilbao 43.3 -2.9; Alicante 38.3 -0.5; Córdoba 37.9 -4.8; Valladolid 41.7 -4.7; Vigo 42.2 -8.7;
A Coruña,La Coruña 43.4 -8.4; Granada 37.2 -3.6; Oviedo 43.4 -5.8; Pamplona 42.8 -1.6; Santander 43.5 -3.8;
San Sebastián,Donostia 43.3 -2; Salamanca 41 -5.7; Almería 36.8 -2.5; Badajoz 38.9 -7; Burgos 42.3 -3.7;
León 42.6 -5.6; Cádiz 36.5 -6.3; Albacete 39 -1.9; Logroño 42.5 -2.4; Girona 42 2.8; Tarragona 41.1 1.2;
Toledo 39.9 -4; Santiago de Compostela 42.9 -8.5; Gijón 43.5 -5.7; Ibiza 38.9 1.4 |
Europe/Malta MT: Valletta,Malta 35.9 14.5 | Europe/Mariehamn AX: Mariehamn 60.1 19.9 |
Europe/Minsk BY: Minsk 53.9 27.6 | Europe/Monaco MC: Monaco 43.7 7.4 |
Europe/Moscow RU: Moskva,Moscow,Moskau,Moscou,Moscú,Moskou 55.8 37.6;
Saint Petersburg,Sankt Petersburg,St. Petersburg,San Petersburgo 59.9 30.3; Rostov-on-Don 47.2 39.7;
Kazan 55.8 49.1; Nizhny Novgorod 56.3 44; Sochi 43.6 39.7 | Europe/Oslo NO: Oslo 59.9 10.8; Bergen 60.4 5.3;
Trondheim 63.4 10.4; Stavanger 59 5.7; Tromsø 69.6 19; Bodø 67.3 14.4; Kristiansand 58.1 8;
Ålesund 62.5 6.2 | Europe/Paris FR: Paris,París,Parijs,巴黎,パリ 48.9 2.3; Marseille,Marsella 43.3 5.4;
Lyon 45.8 4.8; Toulouse 43.6 1.4; Nice,Nizza,Niza 43.7 7.3; Nantes 47.2 -1.6;
Strasbourg,Straßburg,Estrasburgo,Straatsburg 48.6 7.8; Montpellier 43.6 3.9; Bordeaux,Burdeos 44.8 -0.6;
Lille,Rijsel 50.6 3.1; Rennes 48.1 -1.7; Reims 49.3 4; Le Havre 49.5 0.1; Grenoble 45.2 5.7; Dijon 47.3 5;
Brest 48.4 -4.5; Clermont-Ferrand 45.8 3.1; Tours 47.4 0.7; Limoges 45.8 1.3; Perpignan 42.7 2.9;
Besançon 47.2 6; Metz 49.1 6.2; Nancy 48.7 6.2; Rouen 49.4 1.1; Caen 49.2 -0.4; Orléans 47.9 1.9;
Toulon 43.1 5.9; Saint-Étienne 45.4 4.4; Angers 47.5 -0.6; Le Mans 48 0.2; Amiens 49.9 2.3;
Poitiers 46.6 0.3; La Rochelle 46.2 -1.2; Bayonne 43.5 -1.5; Pau 43.3 -0.4; Annecy 45.9 6.1;
Mulhouse 47.7 7.3; Avignon 43.9 4.8; Ajaccio 41.9 8.7; Bastia 42.7 9.5; Calais 51 1.9; Troyes 48.3 4.1;
Lorient 47.7 -3.4 | Europe/Podgorica ME: Podgorica 42.4 19.3 |
Europe/Prague CZ: Praha,Prague,Prag,Praga,Praag 50.1 14.4; Brno,Brünn 49.2 16.6; Ostrava,Ostrau 49.8 18.3;
Plzeň,Pilsen 49.7 13.4; Liberec 50.8 15.1; Olomouc 49.6 17.3; České Budějovice,Budweis 49 14.5 |
Europe/Riga LV: Riga 57 24.1 | Europe/Rome IT: Roma,Rome,Rom 41.9 12.5;
Milano,Milan,Mailand,Milán,Milaan 45.5 9.2; Napoli,Naples,Neapel,Nápoles,Napels 40.9 14.3;
Torino,Turin,Turín,Turijn 45.1 7.7; Palermo 38.1 13.4; Genova,Genoa,Genua,Gênes,Génova 44.4 8.9;
Bologna,Bologne,Bolonia 44.5 11.3; Firenze,Florence,Florenz,Florencia 43.8 11.3; Bari 41.1 16.9;
Catania 37.5 15.1; Venezia,Venice,Venedig,Venise,Venecia,Venetië 45.4 12.3; Verona 45.4 11;
Trieste,Triest 45.6 13.8; Bolzano,Bozen 46.5 11.4; Cagliari 39.2 9.1; Trento,Trient 46.1 11.1;
Perugia 43.1 12.4; Pescara 42.5 14.2; Ancona 43.6 13.5; Reggio Calabria 38.1 15.7 |
Europe/Samara RU: Samara 53.2 50.1 | Europe/San_Marino SM: San Marino 43.9 12.5 |
Europe/Sarajevo BA: Sarajevo 43.9 18.4 | Europe/Saratov RU: Saratov 51.6 46 |
Europe/Simferopol UA: Simferopol 45 34.1 | Europe/Skopje MK: Skopje 42 21.4 |
Europe/Sofia BG: Sofia 42.7 23.3; Plovdiv 42.1 24.7; Varna 43.2 27.9; Burgas 42.5 27.5 |
Europe/Stockholm SE: Stockholm,Estocolmo 59.3 18.1; Göteborg,Gothenburg,Göteburg 57.7 12; Malmö 55.6 13;
Uppsala 59.9 17.6; Linköping 58.4 15.6; Örebro 59.3 15.2; Västerås 59.6 16.5; Umeå 63.8 20.3;
Luleå 65.6 22.2; Kiruna 67.9 20.2; Sundsvall 62.4 17.3; Jönköping 57.8 14.2; Östersund 63.2 14.6 |
Europe/Tallinn EE: Tallinn 59.4 24.8; Tartu 58.4 26.7 | Europe/Tirane AL: Tirane 41.3 19.8 |
Europe/Ulyanovsk RU: Ulyanovsk 54.3 48.4 | Europe/Vaduz LI: Vaduz 47.1 9.5 |
Europe/Vienna AT: Wien,Vienna,Vienne,Viena,Wenen 48.2 16.3; Graz 47.1 15.4; Linz 48.3 14.3;
Salzburg,Salzbourg 47.8 13; Innsbruck 47.3 11.4; Klagenfurt 46.6 14.3; Bregenz 47.5 9.7; Villach 46.6 13.9;
St. Pölten 48.2 15.6; Eisenstadt 47.8 16.5 | Europe/Vilnius LT: Vilnius 54.7 25.3; Kaunas 54.9 23.9;
Klaipėda 55.7 21.1 | Europe/Volgograd RU: Volgograd 48.7 44.4 |
Europe/Warsaw PL: Warszawa,Warsaw,Warschau,Varsovie,Varsovia 52.3 21;
Kraków,Cracow,Krakau,Cracovie,Cracovia 50.1 19.9; Łódź,Lodz 51.8 19.5; Wrocław,Breslau 51.1 17;
Poznań,Posen 52.4 16.9; Gdańsk,Danzig 54.4 18.6; Szczecin,Stettin 53.4 14.6; Katowice,Kattowitz 50.3 19;
Lublin 51.2 22.6; Białystok 53.1 23.2; Rzeszów 50 22 | Europe/Zagreb HR: Zagreb 45.8 16; Split 43.5 16.4;
Rijeka 45.3 14.4; Osijek 45.6 18.7; Zadar 44.1 15.2; Dubrovnik 42.7 18.1 |
Europe/Zurich CH: Zürich,Zurich,Zúrich 47.4 8.5; Genève,Geneva,Genf,Ginebra 46.2 6.1;
Basel,Bâle,Basilea 47.6 7.6; Bern,Berne,Berna 46.9 7.4; Lausanne 46.5 6.6; Luzern,Lucerne 47.1 8.3;
St. Gallen 47.4 9.4; Lugano 46 9; Chur 46.9 9.5; Sion 46.2 7.4; Winterthur 47.5 8.7 |
Indian/Antananarivo MG: Antananarivo -18.9 47.5 | Indian/Comoro KM: Comoro -11.7 43.3 |
Indian/Mahe SC: Mahe -4.7 55.5 | Indian/Maldives MV: Maldives 4.2 73.5 |
Indian/Mauritius MU: Port Louis -20.2 57.5 | Indian/Mayotte YT: Mayotte -12.8 45.2 |
Indian/Reunion RE: Saint-Denis -20.9 55.5 | Pacific/Apia WS: Apia -13.8 -171.7 |
Pacific/Auckland NZ: Auckland -36.9 174.8; Wellington -41.3 174.8; Christchurch -43.5 172.6;
Dunedin -45.9 170.5; Hamilton -37.8 175.3 | Pacific/Bougainville PG: Bougainville -6.2 155.6 |
Pacific/Chatham NZ: Chatham -44 -176.6 | Pacific/Chuuk FM: Chuuk 7.4 151.8 |
Pacific/Easter CL: Easter -27.1 -109.4 | Pacific/Efate VU: Efate -17.7 168.4 |
Pacific/Fakaofo TK: Fakaofo -9.4 -171.2 | Pacific/Fiji FJ: Suva -18.1 178.4 |
Pacific/Funafuti TV: Funafuti -8.5 179.2 | Pacific/Galapagos EC: Galapagos -0.9 -89.6 |
Pacific/Gambier PF: Gambier -23.1 -134.9 | Pacific/Guadalcanal SB: Guadalcanal -9.5 160.2 |
Pacific/Guam GU: Guam 13.5 144.8 | Pacific/Honolulu US: Honolulu 21.3 -157.8 |
Pacific/Kanton KI: Kanton -2.8 -171.7 | Pacific/Kiritimati KI: Kiritimati 1.9 -157.3 |
Pacific/Kosrae FM: Kosrae 5.3 163 | Pacific/Kwajalein MH: Kwajalein 9.1 167.3 |
Pacific/Majuro MH: Majuro 7.2 171.2 | Pacific/Marquesas PF: Marquesas -9 -139.5 |
Pacific/Nauru NR: Nauru -0.5 166.9 | Pacific/Niue NU: Niue -19 -169.9 |
Pacific/Norfolk NF: Norfolk -29.1 168 | Pacific/Noumea NC: Nouméa -22.3 166.4 |
Pacific/Pago_Pago AS: Pago Pago -14.3 -170.7 | Pacific/Palau PW: Palau 7.3 134.5 |
Pacific/Pitcairn PN: Pitcairn -25.1 -130.1 | Pacific/Pohnpei FM: Pohnpei 7 158.2 |
Pacific/Port_Moresby PG: Port Moresby -9.5 147.2 | Pacific/Rarotonga CK: Rarotonga -21.2 -159.8 |
Pacific/Saipan MP: Saipan 15.2 145.8 | Pacific/Tahiti PF: Papeete -17.5 -149.6 |
Pacific/Tarawa KI: Tarawa 1.4 173 | Pacific/Tongatapu TO: Tongatapu -21.1 -175.2 |
Pacific/Wallis WF: Wallis -13.3 -176.2
`;
