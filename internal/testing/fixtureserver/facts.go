package fixtureserver

import "github.com/bonafide-audit/bonafide/internal/biblio"

// Facts are a few well-known works, typed by hand, for tests that need no more.
func Facts() []biblio.Flat {
	return []biblio.Flat{
		{Type: "paper-conference", Title: "Deep Residual Learning for Image Recognition", Authors: []string{"Kaiming He", "Xiangyu Zhang", "Shaoqing Ren", "Jian Sun"},
			Venue: "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)", Year: "2016", DOI: "10.1109/cvpr.2016.90", ArXivID: "1512.03385", Pages: "770-778", Publisher: "IEEE"},
		{Type: "article-journal", Title: "Deep learning", Authors: []string{"Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"}, Venue: "Nature", Year: "2015", DOI: "10.1038/nature14539",
			PMID: "26017442", Volume: "521", Issue: "7553", Pages: "436-444", Publisher: "Springer Science and Business Media LLC"},
		{Type: "article-journal", Title: "Basic local alignment search tool", Authors: []string{"Stephen F. Altschul", "Warren Gish", "Webb Miller", "Eugene W. Myers", "David J. Lipman"},
			Venue: "Journal of Molecular Biology", Year: "1990", DOI: "10.1016/s0022-2836(05)80360-2", PMID: "2231712", Volume: "215", Issue: "3", Pages: "403-410", Publisher: "Elsevier BV"},
		{Type: "article", Title: "Attention Is All You Need", Authors: []string{"Ashish Vaswani", "Noam Shazeer", "Niki Parmar", "Jakob Uszkoreit", "Llion Jones", "Aidan N. Gomez", "Łukasz Kaiser", "Illia Polosukhin"},
			Venue: "arXiv", Year: "2017", DOI: "10.48550/arxiv.1706.03762", ArXivID: "1706.03762", Publisher: "arXiv"},
		{Type: "paper-conference", Title: "Adam: A Method for Stochastic Optimization", Authors: []string{"Diederik P. Kingma", "Jimmy Ba"}, Venue: "ICLR", Year: "2015", ArXivID: "1412.6980"},
		{Type: "book", Title: "The Art of Computer Programming", Authors: []string{"Donald E. Knuth"}, Year: "1997", ISBN: "9780201896831", Publisher: "Addison-Wesley"},
		{Type: "article-journal", Title: "Über das Gesetz der Energieverteilung im Normalspektrum", Authors: []string{"Max Planck"}, Venue: "Annalen der Physik", Year: "1901",
			DOI: "10.1002/andp.19013090310", Volume: "309", Issue: "3", Pages: "553-563", Publisher: "Wiley"},
	}
}
