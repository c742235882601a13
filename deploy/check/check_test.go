// Package check holds the files for operators to the programs that read them: what
// Compose and Kubernetes would not understand fails here.
package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// TestCompose reads the file as docker compose does, and starts nothing.
func TestCompose(t *testing.T) {
	settings := []string{"BONAFIDE_DATABASE_PASSWORD=secret", "BONAFIDE_CONTACT=tests@example.org", "BONAFIDE_WORKERS=4"}
	load := func(settings []string) (*types.Project, error) {
		options, err := cli.NewProjectOptions([]string{"../compose.yaml"}, cli.WithEnv(settings),
			cli.WithProfiles([]string{"*"}))
		if err != nil {
			t.Fatal(err)
		}
		return options.LoadProject(t.Context())
	}
	project, err := load(settings)
	if err != nil {
		t.Fatal(err)
	}
	if names := project.ServiceNames(); !slices.Equal(names,
		[]string{"account", "corpus", "database", "desk", "venue", "worker"}) {
		t.Errorf("services %v", names)
	}
	for _, s := range project.Services {
		if n := slices.Index(s.Command, "worker"); s.Name == "worker" && (n != 0 || *s.Deploy.Replicas != 4) {
			t.Errorf("worker runs %v %v times", s.Command, s.Deploy.Replicas)
		}
		for _, p := range s.Ports {
			if p.HostIP != "127.0.0.1" {
				t.Errorf("%s is open to other machines: %+v", s.Name, p)
			}
		}
		flags(t, s.Name, slices.Concat([]string(s.Entrypoint), []string(s.Command)))
	}
	if _, err := load(settings[1:]); err == nil || !strings.Contains(err.Error(), "BONAFIDE_DATABASE_PASSWORD") {
		t.Errorf("without a password: %v", err)
	}
}

// flag finds the flags in a command line.
var flag = regexp.MustCompile(`^--([a-z-]+)`)

// flags demands that the program knows the flags of a command line of ours.
func flags(t *testing.T, who string, line []string) {
	t.Helper()
	words := slices.DeleteFunc(slices.Clone(line), func(w string) bool { return w == "/bonafide" })
	if len(words) == 0 || !slices.Contains([]string{"serve", "worker", "corpus", "venue"}, words[0]) {
		return
	}
	var help []string
	for _, w := range words {
		if !strings.HasPrefix(w, "-") {
			help = append(help, w)
		}
	}
	cmd := exec.Command("go", slices.Concat([]string{"run", "./cmd/bonafide"}, help, []string{"--help"})...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", who, err)
	}
	for _, w := range words {
		if m := flag.FindStringSubmatch(w); m != nil && !bytes.Contains(out, []byte("--"+m[1]+" ")) {
			t.Errorf("%s: bonafide %s has no flag %s", who, strings.Join(help, " "), w)
		}
	}
}

// TestKubernetes reads every object strictly as its kind, and holds together what names
// each other.
func TestKubernetes(t *testing.T) {
	f, err := os.Open("../kubernetes/bonafide.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	kinds := map[string]func() any{
		"v1/ConfigMap": func() any { return &corev1.ConfigMap{} }, "v1/Service": func() any { return &corev1.Service{} },
		"v1/PersistentVolumeClaim": func() any { return &corev1.PersistentVolumeClaim{} },
		"apps/v1/Deployment":       func() any { return &appsv1.Deployment{} }, "policy/v1/PodDisruptionBudget": func() any {
			return &policyv1.PodDisruptionBudget{}
		},
	}
	decoder := utilyaml.NewYAMLOrJSONDecoder(f, 4096)
	seen := 0
	for {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		var head struct{ APIVersion, Kind string }
		if err := json.Unmarshal(raw, &head); err != nil {
			t.Fatal(err)
		}
		kind := kinds[head.APIVersion+"/"+head.Kind]
		if kind == nil {
			t.Errorf("no kind %s of %s", head.Kind, head.APIVersion)
			continue
		}
		object := kind()
		if err := yaml.UnmarshalStrict(raw, object); err != nil {
			t.Errorf("%s: %v", head.Kind, err)
		}
		if d, ok := object.(*appsv1.Deployment); ok {
			deployment(t, d)
		}
		seen++
	}
	if seen != 6 {
		t.Errorf("%d objects", seen)
	}
}

func deployment(t *testing.T, d *appsv1.Deployment) {
	t.Helper()
	for key, value := range d.Spec.Selector.MatchLabels {
		if d.Spec.Template.Labels[key] != value {
			t.Errorf("%s selects what it does not make: %s=%s", d.Name, key, value)
		}
	}
	pod := d.Spec.Template.Spec
	for _, c := range pod.Containers {
		flags(t, d.Name, c.Args)
		if c.SecurityContext == nil || c.SecurityContext.ReadOnlyRootFilesystem == nil ||
			!*c.SecurityContext.ReadOnlyRootFilesystem {
			t.Errorf("%s: %s may write to its root", d.Name, c.Name)
		}
		if c.Resources.Limits.Memory().Cmp(resource.MustParse("512Mi")) < 0 {
			t.Errorf("%s: too little memory", d.Name)
		}
		for _, m := range c.VolumeMounts {
			if !slices.ContainsFunc(pod.Volumes, func(v corev1.Volume) bool { return v.Name == m.Name }) {
				t.Errorf("%s mounts %s, which is not there", d.Name, m.Name)
			}
		}
		for _, a := range c.Args {
			if _, name, ok := strings.Cut(a, "$("); ok {
				name = strings.TrimSuffix(name, ")")
				if !slices.ContainsFunc(c.Env, func(e corev1.EnvVar) bool { return e.Name == name }) {
					t.Errorf("%s: %s is not set", d.Name, a)
				}
			}
		}
	}
}

// metric finds the names of our metrics.
var metric = regexp.MustCompile(`bonafide_[a-z_]+`)

// TestMetrics demands that the board and the rules ask for metrics that there are.
func TestMetrics(t *testing.T) {
	sources, err := filepath.Glob("../../internal/web/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var code []byte
	for _, path := range sources {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code = append(code, src...)
	}
	for _, path := range []string{"../grafana.json", "../rules.yaml"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := metric.FindAllString(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s asks for nothing", path)
		}
		for _, name := range found {
			if !bytes.Contains(code, []byte(`"`+strings.TrimSuffix(name, "_bucket")+`"`)) {
				t.Errorf("%s asks for %s, which there is not", path, name)
			}
		}
	}
	var board struct {
		Panels []struct {
			ID      int
			Title   string
			Targets []struct{ Expr string }
		}
	}
	text, _ := os.ReadFile("../grafana.json")
	if err := json.Unmarshal(text, &board); err != nil || len(board.Panels) == 0 {
		t.Fatal(err)
	}
	for _, p := range board.Panels {
		if p.Title == "" || len(p.Targets) == 0 {
			t.Errorf("panel %d shows nothing", p.ID)
		}
	}
}

// TestRules has promtool check the rules and run their tests.
func TestRules(t *testing.T) {
	if _, err := exec.LookPath("promtool"); err != nil {
		if strings.Contains(os.Getenv("BONAFIDE_REQUIRE"), "promtool") {
			t.Fatal("promtool is not there")
		}
		t.Skip("promtool is not there: install Prometheus")
	}
	for _, args := range [][]string{{"check", "rules", "rules.yaml"}, {"test", "rules", "rules-test.yaml"}} {
		cmd := exec.Command("promtool", args...)
		cmd.Dir = ".."
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}
