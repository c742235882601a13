package row

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Work is what a reference or a record says about a work, every field as plain text. A year is digits, and a list of
// authors that is cut ends with "et al.".
type Work struct {
	Type      string   `json:"type,omitempty" doc:"of CSL"`
	Title     string   `json:"title,omitempty" doc:"with its subtitle"`
	Authors   []string `json:"authors,omitempty" doc:"names in reading order; “et al.” last if the list is cut"`
	Editors   []string `json:"editors,omitempty" doc:"names in reading order"`
	Venue     string   `json:"venue,omitempty" doc:"the container"`
	Year      Year     `json:"year,omitempty" doc:"digits"`
	DOI       string   `json:"doi,omitempty" doc:"without an address"`
	ArXivID   string   `json:"arxiv_id,omitempty" doc:"its number"`
	PMID      string   `json:"pmid,omitempty" doc:"of PubMed"`
	ISBN      string   `json:"isbn,omitempty" doc:"of a book"`
	URL       string   `json:"url,omitempty" doc:"an address"`
	Volume    string   `json:"volume,omitempty" doc:"of the journal or series"`
	Issue     string   `json:"issue,omitempty" doc:"of the volume"`
	Pages     string   `json:"pages,omitempty" doc:"range, page or article number"`
	Publisher string   `json:"publisher,omitempty" doc:"of the work"`
	Location  string   `json:"location,omitempty" doc:"of the publisher or the meeting"`
}

// Year is a year that JSON states as a number or a string; it prints as a string of digits. "" means that no year is
// stated.
type Year string

// UnmarshalJSON accepts 2017, 2017.0, "2017" and null.
func (y *Year) UnmarshalJSON(b []byte) error {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case nil:
		*y = ""
	case string:
		*y = Year(strings.TrimSpace(v))
	case float64:
		*y = Year(strconv.FormatInt(int64(v), 10))
	default:
		return fmt.Errorf("year is neither a number nor a string: %s", b)
	}
	return nil
}
