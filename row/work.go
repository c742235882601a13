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
	Type      string   `json:"type,omitempty"`
	Title     string   `json:"title,omitempty"`
	Authors   []string `json:"authors,omitempty"`
	Editors   []string `json:"editors,omitempty"`
	Venue     string   `json:"venue,omitempty"`
	Year      Year     `json:"year,omitempty"`
	DOI       string   `json:"doi,omitempty"`
	ArXivID   string   `json:"arxiv_id,omitempty"`
	PMID      string   `json:"pmid,omitempty"`
	ISBN      string   `json:"isbn,omitempty"`
	URL       string   `json:"url,omitempty"`
	Volume    string   `json:"volume,omitempty"`
	Issue     string   `json:"issue,omitempty"`
	Pages     string   `json:"pages,omitempty"`
	Publisher string   `json:"publisher,omitempty"`
	Location  string   `json:"location,omitempty"`
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
