package dump

import (
	"fmt"
	"time"
)

// Layout is what is at the address of a public dump.
type Layout uint8

// The layouts of public dumps.
const (
	ByHand   Layout = iota // cannot be fetched by a program: Why says how people can get it
	OneFile                // the dump itself
	Manifest               // a JSON list of files with sizes, as OpenAlex writes it
	Listing                // web pages with links to the files
	Harvest                // a service that delivers records page by page: OAI-PMH
)

// Public is a dump that anyone may download.
type Public struct {
	Name   string // of the source
	Format Format
	Layout Layout
	URL    string // of the file, manifest, folder of listings or service
	File   string // name to store a single file under
	// Releases is the address below URL that lists the releases of a single file, of which the newest is taken:
	// either a page, in which case Release is the address of one release below URL, with {year} and {date}; or
	// Zenodo's JSON, in which case Match is the pattern of the file's name. "" if URL is the file itself.
	Releases, Release string
	Match             string // for listings: path.Match pattern of the wanted file names
	// Base and Updates are the folders of a listing below URL, "" for URL itself:
	// records of the second replace and delete those of the first.
	Base, Updates string
	Sum           string        // appended to a file's address for the address of its MD5, "" for none
	Prefix, Set   string        // for a harvest: the format of its records; the requested set, "" for all
	First         string        // for a harvest: the first day that has records
	Every         time.Duration // for a harvest: the minimum interval between two requests
	// Revised means that later downloads replace and delete records of earlier ones. Other dumps are
	// replaced as a whole.
	Revised bool
	Page    string // where it is documented
	Terms   string // under which it is given
	Why     string // for ByHand: why a program cannot fetch it, and how to get it
	Bytes   int64  // to download, approximately
	Records int64  // in it, approximately
}

// Publics lists the public dumps, the most useful first. The addresses are those that each service
// documents on Page.
var Publics = []Public{
	{Name: "dblp", Format: DBLP, Layout: OneFile, URL: "https://drops.dagstuhl.de/", File: "dblp.xml.gz", Sum: ".md5",
		Releases: "entities/collection/10.4230/dblp.xml", Release: "storage/artifacts/dblp/xml/{year}/dblp-{date}.xml.gz",
		Page: "https://drops.dagstuhl.de/entities/collection/10.4230/dblp.xml", Terms: "CC0 1.0", Bytes: 1_110_000_000,
		Records: 8_200_000},
	{Name: "acl", Format: ACL, Layout: OneFile,
		URL: "https://github.com/acl-org/acl-anthology/archive/refs/heads/master.tar.gz", File: "acl-anthology.tar.gz",
		Page: "https://aclanthology.org/faq/api/", Terms: "CC BY 4.0 and Apache 2.0", Bytes: 100_000_000, Records: 120_000},
	arXivSet("", 6_400_000_000, 3_000_000),
	arXivSet("cs", 2_600_000_000, 1_200_000),
	arXivSet("math", 1_700_000_000, 800_000),
	arXivSet("physics", 3_000_000_000, 1_400_000),
	arXivSet("q-bio", 130_000_000, 60_000),
	{Name: "retractionwatch", Format: RetractionWatch, Layout: OneFile,
		URL:   "https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv",
		File:  "retraction_watch.csv",
		Page:  "https://www.crossref.org/documentation/retrieve-metadata/retraction-watch/",
		Terms: "free to use, see the page", Bytes: 60_000_000, Records: 70_000},
	{Name: "pubmed", Format: PubMed, Layout: Listing, URL: "https://ftp.ncbi.nlm.nih.gov/pubmed/", Base: "baseline/",
		Updates: "updatefiles/", Match: "pubmed*.xml.gz", Sum: ".md5", Revised: true,
		Page: "https://pubmed.ncbi.nlm.nih.gov/download/", Terms: "NLM terms and conditions", Bytes: 55_000_000_000,
		Records: 40_000_000},
	{Name: "openalex", Format: OpenAlex, Layout: Manifest,
		URL: "https://openalex.s3.amazonaws.com/data/jsonl/works/manifest.json", Revised: true,
		Page: "https://developers.openalex.org/download/snapshot-format", Terms: "CC0 1.0", Bytes: 330_000_000_000,
		Records: 510_000_000},
	{Name: "meta", Format: Meta, Layout: OneFile, URL: "https://zenodo.org/", File: "meta.tar.gz",
		Releases: "api/records/18324537/versions/latest", Match: "*.tar.gz",
		Page: "https://download.opencitations.net/#meta", Terms: "CC0 1.0", Bytes: 11_000_000_000, Records: 124_500_000},
	{Name: "crossref", Format: Crossref, Layout: ByHand, Page: "https://www.crossref.org/learning/public-data-file/",
		Terms: "facts, free to use", Bytes: 200_000_000_000,
		Why: "the public data file is given as a torrent once a year: fetch it with a torrent program and pass its folder " +
			"to `bonafide corpus build`"},
	{Name: "datacite", Format: DataCite, Layout: ByHand,
		Page: "https://support.datacite.org/docs/datacite-public-data-file", Terms: "CC0 1.0", Bytes: 40_000_000_000,
		Why: "the public data file asks for a form with a mail address: fetch it from the page and pass its folder to " +
			"`bonafide corpus build`"},
	{Name: "semanticscholar", Format: SemanticScholar, Layout: ByHand,
		Page: "https://api.semanticscholar.org/api-docs/datasets", Terms: "ODC-BY", Bytes: 30_000_000_000,
		Why: "the data sets are given by addresses that the API signs for holders of a key: fetch the files of \"papers\" " +
			"and pass their folder to `bonafide corpus build`"},
}

// arXivSet is arXiv's metadata by OAI-PMH, all of it or one set.
func arXivSet(set string, bytes, records int64) Public {
	name := "arxiv"
	if set != "" {
		name += "-" + set
	}
	return Public{Name: name, Format: ArXivOAI, Layout: Harvest, URL: "https://oaipmh.arxiv.org/oai", Prefix: "arXiv",
		Set: set, First: "2005-09-16", Every: 3 * time.Second, Revised: true,
		Page: "https://info.arxiv.org/help/oa/index.html", Terms: "CC0 1.0 for the metadata", Bytes: bytes, Records: records}
}

// Filtered reports whether works of a dump can be selected by years and types.
func (p *Public) Filtered() bool { return p.Format == OpenAlex || p.Format == Meta }

// FindPublic returns the public dump of a source.
func FindPublic(name string) (Public, error) {
	for _, p := range Publics {
		if p.Name == name {
			return p, nil
		}
	}
	return Public{}, fmt.Errorf("no public dump of %q is known: bonafide corpus list names them", name)
}
