package dump

import "fmt"

// Layout says what stands at the address of a public dump.
type Layout uint8

// The layouts of public dumps.
const (
	ByHand   Layout = iota // cannot be fetched by a program: Why says how people get it
	OneFile                // the dump itself
	Manifest               // a JSON list of files with sizes, as OpenAlex writes it
	Listing                // a web page with links to the files
)

// Public is a dump that anyone may have.
type Public struct {
	Name   string // of the source
	Format Format
	Layout Layout
	URL    string // of the file, manifest or listing
	File   string // name to store a single file under
	Match  string // for a listing: path.Match pattern of the file names that are wanted
	Sum    string // appended to a file's address for the address of its MD5, "" for none
	Page   string // where it is documented
	Terms  string // under which it is given
	Why    string // for ByHand: what keeps a program from fetching it, and how to get it
	Size   string // about, for people
}

// Publics lists the public dumps in the order in which they serve most. The
// addresses are those that each service documents on Page.
var Publics = []Public{
	{Name: "dblp", Format: DBLP, Layout: OneFile, URL: "https://dblp.org/xml/dblp.xml.gz", File: "dblp.xml.gz", Sum: ".md5",
		Page: "https://dblp.org/faq/1474679.html", Terms: "CC0 1.0", Size: "1 GB"},
	{Name: "acl", Format: ACL, Layout: OneFile, URL: "https://github.com/acl-org/acl-anthology/archive/refs/heads/master.tar.gz", File: "acl-anthology.tar.gz",
		Page: "https://aclanthology.org/faq/api/", Terms: "CC BY 4.0 and Apache 2.0", Size: "100 MB"},
	{Name: "retractionwatch", Format: RetractionWatch, Layout: OneFile, URL: "https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv", File: "retraction_watch.csv",
		Page: "https://www.crossref.org/documentation/retrieve-metadata/retraction-watch/", Terms: "free to use, see the page", Size: "60 MB"},
	{Name: "pubmed", Format: PubMed, Layout: Listing, URL: "https://ftp.ncbi.nlm.nih.gov/pubmed/baseline/", Match: "pubmed*.xml.gz", Sum: ".md5",
		Page: "https://pubmed.ncbi.nlm.nih.gov/download/", Terms: "NLM terms and conditions", Size: "45 GB"},
	{Name: "openalex", Format: OpenAlex, Layout: Manifest, URL: "https://openalex.s3.amazonaws.com/data/jsonl/works/manifest.json",
		Page: "https://developers.openalex.org/download/snapshot-format", Terms: "CC0 1.0", Size: "300 GB"},
	{Name: "crossref", Format: Crossref, Layout: ByHand, Page: "https://www.crossref.org/learning/public-data-file/", Terms: "facts, free to use", Size: "200 GB",
		Why: "the public data file is given as a torrent once a year: fetch it with a torrent program and pass its folder to `bonafide corpus build`"},
	{Name: "arxiv", Format: ArXiv, Layout: ByHand, Page: "https://info.arxiv.org/help/bulk_data.html", Terms: "CC0 1.0 for the metadata", Size: "1.5 GB",
		Why: "the metadata snapshot lies at Kaggle, which asks for a login: fetch arxiv-metadata-oai-snapshot.json there and pass it to `bonafide corpus build`"},
	{Name: "datacite", Format: DataCite, Layout: ByHand, Page: "https://support.datacite.org/docs/datacite-public-data-file", Terms: "CC0 1.0", Size: "40 GB",
		Why: "the public data file asks for a form with a mail address: fetch it from the page and pass its folder to `bonafide corpus build`"},
	{Name: "semanticscholar", Format: SemanticScholar, Layout: ByHand, Page: "https://api.semanticscholar.org/api-docs/datasets", Terms: "ODC-BY", Size: "30 GB",
		Why: "the data sets are given by addresses that the API signs for holders of a key: fetch the files of \"papers\" and pass their folder to `bonafide corpus build`"},
}

// FindPublic gives the public dump of a source.
func FindPublic(name string) (Public, error) {
	for _, p := range Publics {
		if p.Name == name {
			return p, nil
		}
	}
	return Public{}, fmt.Errorf("no public dump of %q is known", name)
}
