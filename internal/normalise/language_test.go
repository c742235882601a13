package normalise

import "testing"

func TestLanguage(t *testing.T) {
	for title, want := range map[string]string{
		"The host defense of Drosophila melanogaster":                          "en",
		"Die Verortung der Ressortforschung":                                   "de",
		"Zur Theorie der Brownschen Bewegung":                                  "de",
		"La distinction: critique sociale du jugement":                         "fr",
		"Les énergies renouvelables en transition":                             "fr",
		"El papel de la memoria en los procesos de paz":                        "es",
		"Sulla teoria dei gas perfetti e della loro entropia":                  "it",
		"A formação da classe operária e os sindicatos do Brasil":              "pt",
		"Het effect van een warme zomer op de oogst":                           "nl",
		"К вопросу о термодинамике":                                            "cyrillic",
		"深度学习综述":                                                               "east-asian",
		"Reasoning over graphs with GPT-4o":                                    "",
		"RGB-D tracking via attention":                                         "",
		"תורת המשחקים והכלכלה":                                                 "hebrew",
		"تعلم الآلة في العربية":                                                "arabic",
		"ภาษาไทยเพื่อการค้นคว้า":                                               "other",
		"שלום and deep learning of the world":                                  "en", // a word of another script
		"La la la: la vida":                                                    "",   // one word, often
		"Die der van het":                                                      "",   // equally many of two languages
		"De la Terre":                                                          "",   // words of several languages
		"Una voce poco fa: studi sul Rossini":                                  "it",
		"2001 – 2010: 10 × 5":                                                  "",
		"α, β, γ":                                                              "",
		"Learning em algorithms over sets":                                     "",
		"BERT":                                                                 "",
		"Deep residual learning":                                               "",
		"Dynamic complexation of β2-adrenergic receptors with protein kinases": "en",
	} {
		if got := Language(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}
