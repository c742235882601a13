package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
)

// The findings of an answer can be read as resources, all together and one by one; nothing else can.
func TestResources(t *testing.T) {
	c := client(t, New(opened(t, "")), nil)
	var out bibliographyOut
	if said := call(t, c, "check_bibliography",
		bibliographyIn{given: given{Text: string(demo(t)), Format: "bibtex"}, Detail: true, Limit: 100}, &out); said != "" {
		t.Fatal(said)
	}
	read := func(uri string) (got struct {
		Caution  string
		Summary  object
		Findings []object
		Next     string
	}) {
		t.Helper()
		res, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil {
			t.Fatal(uri, err)
		}
		if err := json.Unmarshal([]byte(res.Contents[0].Text), &got); err != nil || got.Caution != caution {
			t.Fatal(res.Contents[0].Text, err)
		}
		return got
	}
	all := read(out.Resource)
	same := func(a, b object) bool { return fmt.Sprint(a["id"], a["outcome"]) == fmt.Sprint(b["id"], b["outcome"]) }
	if !slices.EqualFunc(all.Findings, out.Findings, same) || all.Summary == nil || all.Next != "" {
		t.Errorf("the resource has %d findings, the answer %d", len(all.Findings), len(out.Findings))
	}
	if rest := read(out.Resource + "?from=3"); !slices.EqualFunc(rest.Findings, out.Findings[2:], same) {
		t.Error("the findings from the third on are others")
	}
	if one := read(out.Resource + "/2"); len(one.Findings) != 1 || !same(one.Findings[0], out.Findings[1]) ||
		one.Summary != nil {
		t.Errorf("the second finding is %+v", one)
	}
	last := len(out.Findings)
	if none := read(fmt.Sprintf("%s?from=%d", out.Resource, last+1)); len(none.Findings) != 0 || none.Summary == nil {
		t.Errorf("behind the last finding: %+v", none)
	}
	if one := read(fmt.Sprintf("%s/%d", out.Resource, last)); !same(one.Findings[0], out.Findings[last-1]) {
		t.Errorf("the last finding is %+v", one)
	}
	for _, bad := range []string{fmt.Sprintf("%s/%d", out.Resource, last+1), fmt.Sprintf("%s?from=%d", out.Resource,
		last+2),
		out.Resource + "/0", out.Resource + "/9999", out.Resource + "/x",
		out.Resource + "?from=-1", out.Resource + "/1/2", strings.Replace(out.Resource, "runs/", "runs/00", 1),
		"bonafide://runs/" + strings.Repeat("0", 32) + "/findings", "bonafide://runs/x/findings", "bonafide://runs//findings",
		"bonafide:///etc/passwd", "file:///etc/passwd", "bonafide://runs/../../etc/passwd"} {
		if res, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: bad}); err == nil {
			t.Errorf("%s is read: %+v", bad, res)
		}
	}
	templates, err := c.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 2 {
		t.Errorf("templates %+v, error %v", templates, err)
	}
}

// Cancelled checks end even if the service does not answer: as many as may run at the same time are blocked
// there, and others run after them.
func TestCancelledChecksEnd(t *testing.T) {
	server := fixtureserver.New(nil)
	defer server.Close()
	opened, err := setup.Open(
		setup.Options{Online: setup.Online{Enabled: true, Via: server.URL, Cache: t.TempDir(), Memory: setup.NoMemory,
			Sources: []string{"crossref"}, Contact: "tests@example.org"}})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	c := client(t,
		New(Options{Setup: opened, Jobs: 2, Today: func() biblio.Date { return biblio.Date{Year: 2026, Month: 11, Day: 1} }}),
		nil)
	underWay := server.HoldAfter(0)
	defer server.Release()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, maxChecks)
	for i := range maxChecks {
		go func() {
			_, err := c.CallTool(ctx,
				&sdk.CallToolParams{Name: "check_reference",
					Arguments: referenceIn{Reference: fmt.Sprintf("@article{a, author={Nobody, N.}, title={A Title of No Work at "+
						"All %d}, year={2020}}", i)}})
			ended <- err
		}()
	}
	<-underWay
	cancel()
	for range maxChecks {
		select {
		case err := <-ended:
			if err == nil {
				t.Error("a cancelled call has a result")
			}
		case <-time.After(30 * time.Second):
			t.Fatal("a cancelled call does not end")
		}
	}
	// A check that the corpus settles, without a service, has its turn now.
	var out referenceOut
	if said := call(t, c, "check_reference",
		referenceIn{Reference: "@article{b, author={Leo Breiman}, title={Random Forests}, journal={Machine Learning}, " +
			"year={2001}, volume={45}, pages={5--32}, doi={10.1023/a:1010933404324}}"}, &out); said != "" ||
		out.Finding["outcome"] != "verified" {
		t.Errorf("%s %v", said, out.Finding)
	}
}
