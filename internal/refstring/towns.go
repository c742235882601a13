package refstring

import "github.com/bonafide-audit/bonafide/internal/words"

// towns are places where books are printed, as title pages and lists in the humanities write them: in the local
// language, in neighbouring languages and in Latin.
var towns = words.Set(`
	Amsterdam Amstelodami Antwerpen Anvers Antverpiae Athens Augsburg Augustae Barcelona Bari Basel Basilea Basileae
	Bassano Belluno Bergamo Berkeley Berlin Berlino Bern Bologna Bononiae Bonn Boston Brescia Brixiae Bruxelles Brussels
	Budapest Cambridge Chicago Coloniae Como Copenhagen Cremona Dordrecht Dublin Edinburgh Ferrara Ferrariae Firenze
	Florence Florentiae Frankfurt Freiburg Fribourg Genève Geneva Genova Genuae Göttingen Graz Hamburg Hannover Heidelberg
	Helsinki Innsbruck Jerusalem Kassel Köln Königsberg Kraków Lausanne Leiden Leipzig Lipsiae Leuven Lisboa Lipsia
	Ljubljana London Londinii Londra Louvain Lovanii Lucca Lugduni Lyon Lione Madrid Mainz Mantova Mantuae Marburg
	Marseille Messina Milan Milano Mediolani Minneapolis Modena Monaco Montréal Moskva München Münster Napoli Neapoli
	Neapolis Nicosia Nürnberg Oxford Oxonii Padova Patavii Padua Palermo Palmanova Paris Parigi Parisiis Parma Pavia Perugia
	Philadelphia Pisa Pordenone Prag Praha Princeton Ravenna Roma Romae Rome Rotterdam Rovigo Salerno Salzburg Sevilla Siena
	Stockholm Strasbourg Straßburg Stuttgart Tarvisii Torino Toronto Toulouse Trento Treviso Trieste Tübingen Turin Udine
	Urbino Utrecht Valencia Venedig Venetia Venetiis Venezia Venice Venise Verona Veronae Vicenza Vicetiae Vienna Vienne
	Viterbo Warszawa Washington Wien Wiesbaden Würzburg Zadar Zagreb Zürich`)
