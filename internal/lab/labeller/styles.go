package labeller

// style says how a citation style prints a reference. A template contains fields in braces, optional groups in
// angle brackets, which are omitted if one of their fields is missing, and plain text. {=text} is a remark.
type style struct {
	name       string
	names      nameFormat
	article    string
	conference string
	book       string
	preprint   string
	chapter    string // in a book with editors; empty for one of chapters
	untitled   bool   // prints no titles of articles
	tight      bool   // prints no punctuation between title and container
}

// nameFormat says how a style prints a list of names.
type nameFormat struct {
	invert   inversion
	full     bool   // given names in full
	initial  string // between initials: ". " for "J. K.", "." for "J.K.", "" for "JK"
	comma    string // between family name and given names, when inverted
	sep      string // between names
	last     string // before the last name
	max      int    // print all names up to this number, 0 means all
	show     int    // else this many
	etal     string
	capitals bool
}

type inversion uint8

const (
	neverInverted inversion = iota
	firstInverted
	allInverted
)

var (
	apaNames = nameFormat{invert: allInverted, initial: ". ", comma: ", ", sep: ", ", last: ", & ", max: 20,
		show: 19, etal: ", et al."}
	ieeeNames      = nameFormat{initial: ". ", sep: ", ", last: ", and ", max: 6, show: 1, etal: " et al."}
	vancouverNames = nameFormat{invert: allInverted, initial: "", comma: " ", sep: ", ", last: ", ", max: 6,
		show: 6, etal: ", et al"}
	natureNames = nameFormat{invert: allInverted, initial: ". ", comma: ", ", sep: ", ", last: " & ", max: 5,
		show: 1, etal: " et al."}
	fullNames    = nameFormat{full: true, sep: ", ", last: ", and ", max: 0}
	chicagoNames = nameFormat{invert: firstInverted, full: true, comma: ", ", sep: ", ", last: ", and ", max: 10,
		show: 7, etal: ", et al."}
	mlaNames = nameFormat{invert: firstInverted, full: true, comma: ", ", sep: ", ", last: ", and ", max: 2,
		show: 1, etal: ", et al."}
	springerNames  = nameFormat{invert: allInverted, initial: ".", comma: ", ", sep: ", ", last: ", ", max: 0}
	elsevierNames  = nameFormat{invert: allInverted, initial: ".", comma: ", ", sep: ", ", last: ", ", max: 0}
	semicolonNames = nameFormat{invert: allInverted, initial: ". ", comma: ", ", sep: "; ", last: "; ", max: 0}
	physicsNames   = nameFormat{initial: ".", sep: ", ", last: " and ", max: 8, show: 1, etal: " et al."}
	plainNames     = nameFormat{initial: ". ", sep: ", ", last: ", and ", max: 0}
	germanNames    = nameFormat{invert: allInverted, full: true, comma: ", ", sep: "; ", last: "; ", max: 3,
		show: 1, etal: " u.a."}
	slashNames  = nameFormat{invert: allInverted, full: true, comma: ", ", sep: "/", last: "/", max: 0}
	frenchNames = nameFormat{invert: allInverted, initial: ".", comma: " ", sep: ", ", last: " et ", capitals: true,
		max: 6, show: 3, etal: " et al."}
	capitalNames = nameFormat{invert: allInverted, initial: ". ", comma: ", ", sep: ", ", last: " AND ",
		capitals: true, max: 0}
	firstFullNames = nameFormat{full: true, sep: ", ", last: " and ", max: 0}
	astroNames     = nameFormat{invert: allInverted, initial: ". ", comma: ", ", sep: ", ", last: ", & ", max: 5,
		show: 3, etal: ", et al."}
	spanishNames = nameFormat{invert: allInverted, full: true, comma: ", ", sep: "; ", last: " y ", max: 3,
		show: 1, etal: " et al."}
	andOthers    = nameFormat{full: true, sep: ", ", last: " and ", max: 5, show: 3, etal: ", and others"}
	russianNames = nameFormat{invert: allInverted, initial: ".", comma: " ", sep: ", ", last: ", ", max: 0}
	harvardNames = nameFormat{invert: allInverted, initial: ".", comma: ", ", sep: ", ", last: " and ", max: 0}
)

// nameFormats are formats that can replace a style's own in a rendering.
var nameFormats = []nameFormat{
	apaNames, ieeeNames, vancouverNames, natureNames, fullNames, chicagoNames, mlaNames, springerNames,
	semicolonNames, physicsNames,
	plainNames, germanNames, slashNames, frenchNames, capitalNames, firstFullNames, astroNames, spanishNames, andOthers,
	russianNames, harvardNames,
}

// chapters are the templates of a chapter in an edited book, for styles without their own.
var chapters = []string{
	"{A}. {T}. In {E}, editors, {C}<, pages {P}>.< {PUB}><, {L}>, {Y}.",
	"{A} ({Y}). {T}. In {E} (Eds.), {C}< (pp. {P})>.< {L}: {PUB}.>",
	"{A}. {Y}. {T}. In {C}, ed. {E}<, {P}>.< {L}: {PUB}.>",
	"{A}. {Y}. “{T}.” In {C}, edited by {E}<, {P}>.< {L}: {PUB}.>",
	"{A}: {T}. In: {E} (Hrsg.): {C}.< {L}: {PUB},> {Y}<, S. {P}>.",
	"{A} ({Y}): {T}. In: {E} (Hrsg.): {C}.< {L}: {PUB}><, S. {P}>.",
	"{A} ({Y}): {T}, in: {E} (Hg.), {C}<, {L}><: {PUB}><, S. {P}>.",
	"{A}, {Y}: {T}.< S. {P}> in: {E} (Hrsg.), {C}.< {L}: {PUB}.>",
	"{A}, {Y}, {T}, in: {E} (Hg.): {C}.< {L}><, {P}>.",
	"{A}, « {T} », in {E} (dir.), {C}<, {L}><, {PUB}>, {Y}<, p. {P}>.",
	"{A}, ‘{T}’, in {E} (eds.), {C} (<{L}: {PUB}, >{Y})<, pp. {P}>.",
	"{A}, {Y}. {T}, in: {E} (Eds.), {C}.< {PUB}><, {L}><, pp. {P}>.",
	"{A}, in {C}, edited by {E} (<{PUB}, ><{L}, >{Y})<, p. {P}>.",
	"{A}. {T}. In: {E}, eds. {C}.< {L}: {PUB};> {Y}<:{P}>.",
	"{A}: {T}. In: {E} (eds.) {C}<, pp. {P}>.< {PUB}><, {L}> ({Y}).",
	"{A}, {T}, in «{C}», a cura di {E}<, {L}><, {PUB}>, {Y}<, pp. {P}>.",
	"{A} ({Y}): {T}. En {E} (coords.): {C}.< {L}: {PUB}><, pp. {P}>.",
	"{A} {Y}, in {C}, ed. {E} (<{L}: {PUB}>)<, {P}>",
	"{A}; {T}. In {C}; {E}, Eds.;< {PUB}:>< {L},> {Y}<; pp {P}>.",
}

// reports are the templates of theses and of papers of institutions.
var reports = []string{
	"{A}. {T}. {N}, {INST}, {Y}.", "{A} ({Y}). {T}. {N}, {INST}.", "{A} ({Y}). {T} ({N}).< {INST}.>",
	"{A}, “{T},” {N}, {INST}<, {L}>, {Y}.", "{A} ({Y}): {T}. {N}< {I}>, {INST}<, {L}>.", "{A}: {T}. {N}, {INST} ({Y}).",
	"{A}, {Y}. {T}. {INST}, {N}.", "{A}, {Y}, {T}, {N}< Nr. {I}>, {INST}<, {L}>.", "{A}. {Y}. {T}. {N}. {INST}.",
	"{A} {Y} {T} {N} {INST}", "{A}, {N}, {INST}, {Y}.",
}

// news are the templates of articles in newspapers and on web sites.
var news = []string{
	"{A} ({Y}, {DM}). {T}. {C}.< Retrieved from {URL}>", "{A}. “{T}.” {C}, {DM}, {Y}.", "{A} ({Y}): {T}. In: {C} vom {D}.",
	"{A}, {T}, {C}, {DM} {Y}<, p. {P}>.", "{A}. {T}. {C}. {DM} {Y}.< Available at: {URL}>",
	"{A} ({Y}): {T}, {C}, {D}<, S. {P}>.",
}

// pages are the templates of web pages and of reports by bodies.
var pages = []string{
	"{A} ({Y}). {T}. {URL}", "{A} ({Y}): {T}.< {L}.>", "{A}. {T}. {URL}, {Y}. {=Accessed:} 2023-05-01.",
	"{A}, {Y}: {T}.< {L}.> {=Online verfügbar unter} {URL}", "{A} ({Y}). {T}.< {L}: {PUB}.>",
	"{A}. {Y}. {T}.< {PUB}.> {URL}.", "{A}, “{T},” {URL}, {Y}.", "{A}. {T}.< {L};> {Y}.",
}

// koreans and chineses are the templates of East Asian references.
var (
	koreans = []string{
		"{A}, '{T},' {C}, 제{V}권, 제{I}호, pp.{P}, {Y}.", "{A}, '{T}', {C}, 제{V}권, 제{I}호, {Y}, {P}.",
		"{A}({Y}). {T}. {C}, {V}({I}), {P}.", "{A}. ({Y}). {T}. {C}, {V}({I}), {P}.",
		"{A}, {T}, {C}, Vol. {V}, No. {I}, pp {P}, {Y}.",
		"{A}, {Y}, {T}, {C} {V}, pp.{P}.", "{A}. {T}. {C}. {Y};{V}({I}):{P}.", "{A}, {T}, {C}, {Y}, {V}({I}), pp.{P}.",
		"{A}, {T}, {C} 제{V}집, {Y}.", "{A}, {Y}, {T}, {C}{V}-{I}호.", "{A}, {T}, {C}, {V}, p.{P}, ({Y}).",
		"{A}, {T}, {C}, 제{V}권 {I}호, {Y}, {P}쪽.", "{A} \"{T},\" {C}, vol.{V}, no.{I}, pp.{P}, {Y}.",
	}
	chineses = []string{
		"{A}. {T}[J]. {C}, {Y}, {V}({I}): {P}.", "{A}. {T}[J]. {C}, {Y}({I}): {P}.", "{A}：《{T}》，《{C}》{Y}年第{I}期。",
		"{A}. {T}. {C}, {Y}, {V}({I}): {P}.", "{A}, '{T},' {C}, Vol.{V}, No.{I}, pp.{P}, {Y}.",
		"{A}, {T}, {C}, 第{V}卷第{I}期, {Y}, pp. {P}.", "{A}．{T}［J］．{C}，{Y}，{V}（{I}）：{P}．", "{A}. {Y}. {T}. {C}. {V}({I}): {P}.",
	}
)

// styles are the rendered styles. The first ten are used for measuring.
var styles = []style{
	{name: "apa", names: apaNames,
		article:    "{A} ({Y}). {T}. {C}<, {V}<({I})>><, {P}>.< https://doi.org/{DOI}>",
		conference: "{A} ({Y}). {T}. In {C}< (pp. {P})>.< {PUB}.>< https://doi.org/{DOI}>",
		book:       "{A} ({Y}). {B}<< ({ED})>>.< {PUB}.>",
		preprint:   "{A} ({Y}). {T}. {=arXiv preprint} arXiv:{ARX}."},
	{name: "ieee", names: ieeeNames,
		article:    "{A}, “{T},” {C}<, vol. {V}><, no. {I}><, pp. {P}>, {M}{Y}<, doi: {DOI}>.",
		conference: "{A}, “{T},” in {C}<, {L}>, {M}{Y}<, pp. {P}><, doi: {DOI}>.",
		book:       "{A}, {B}<, {ED}>.< {L}: {PUB},> {Y}.",
		preprint:   "{A}, “{T},” {=arXiv preprint} arXiv:{ARX}, {Y}."},
	{name: "vancouver", names: vancouverNames,
		article:    "{A}. {T}. {CA}. {Y}<;{V}<({I})>><:{P}>.< doi:{DOI}>",
		conference: "{A}. {T}. In: {C};< {L}.>< {PUB};> {Y}.< p. {P}.>",
		book:       "{A}. {B}.< {ED}.>< {L}: {PUB};> {Y}.",
		preprint:   "{A}. {T}. {=arXiv preprint} arXiv:{ARX}. {Y}."},
	{name: "nature", names: natureNames,
		article:    "{A} {T}. {CA}< {V}><, {P}> ({Y}).",
		conference: "{A} {T}. In {C}<, {P}> (<{PUB}, >{Y}).",
		book:       "{A} {B} (<{PUB}, >{Y}).",
		preprint:   "{A} {T}. {=Preprint at} https://arxiv.org/abs/{ARX} ({Y})."},
	{name: "acm", names: fullNames,
		article:    "{A}. {Y}. {T}. {C}< {V}><, {I}> ({M}{Y2})<, {P}>.< https://doi.org/{DOI}>",
		conference: "{A}. {Y}. {T}. In {C}<, {L}>.< {PUB}><, {P}>.< https://doi.org/{DOI}>",
		book:       "{A}. {Y}. {B}.< {PUB}><, {L}>.",
		preprint:   "{A}. {Y}. {T}. {=arXiv preprint} arXiv:{ARX} ({Y2})."},
	{name: "mla", names: mlaNames,
		article:    "{A}. “{T}.” {C}<, vol. {V}><, no. {I}>, {M}{Y}<, pp. {P}>.",
		conference: "{A}. “{T}.” {C}<, {PUB}>, {Y}<, pp. {P}>.",
		book:       "{A}. {B}.< {PUB},> {Y}.",
		preprint:   "{A}. “{T}.” {=arXiv preprint} arXiv:{ARX} ({Y})."},
	{name: "chicago", names: chicagoNames,
		article:    "{A}. {Y}. “{T}.” {C}< {V}>< ({I})><: {P}>.< https://doi.org/{DOI}.>",
		conference: "{A}. {Y}. “{T}.” In {C}<, {P}>.< {L}: {PUB}.>",
		book:       "{A}. {Y}. {B}.< {L}: {PUB}.>",
		preprint:   "{A}. {Y}. “{T}.” {=arXiv}. https://arxiv.org/abs/{ARX}."},
	{name: "acl", names: firstFullNames,
		article:    "{A}. {Y}. {T}. {C}<, {V}<({I})>><:{P}>.",
		conference: "{A}. {Y}. {T}. In {C}<, pages {P}><, {L}>.< {PUB}.>",
		book:       "{A}. {Y}. {B}.< {PUB}><, {L}>.",
		preprint:   "{A}. {Y}. {T}. {=arXiv preprint} arXiv:{ARX}."},
	{name: "springer", names: springerNames,
		article:    "{A}: {T}. {CA}< {V}><({I})><, {P}> ({Y}).< https://doi.org/{DOI}>",
		conference: "{A}: {T}. In: {C}<, pp. {P}>.< {PUB}><, {L}> ({Y}).",
		book:       "{A}: {B}.< {PUB},>< {L}> ({Y}).",
		preprint:   "{A}: {T}. {=arXiv preprint} arXiv:{ARX} ({Y})."},
	{name: "elsevier", names: elsevierNames,
		article:    "{A}, {Y}. {T}. {CA}< {V}><, {P}>.< https://doi.org/{DOI}.>",
		conference: "{A}, {Y}. {T}, in: {C}<, {PUB}><, {L}><, pp. {P}>.",
		book:       "{A}, {Y}. {B}.< {PUB}><, {L}>.",
		preprint:   "{A}, {Y}. {T}. {=arXiv preprint} arXiv:{ARX}."},
	{name: "plain", names: plainNames,
		article:    "{A}. {T}. {C}<, {V}<({I})>><:{P}>, {M}{Y}.",
		conference: "{A}. {T}. In {C}<, pages {P}><, {L}>, {M}{Y}.< {PUB}.>",
		book:       "{A}. {B}.< {PUB}><, {L}>, {Y}.",
		preprint:   "{A}. {T}. {=arXiv preprint} arXiv:{ARX}, {Y}."},
	{name: "icml", names: semicolonNames,
		article:    "{A} {T}. {C}<, {V}<({I})>><:{P}>, {Y}.",
		conference: "{A} {T}. In {C}<, volume {V}><, pp. {P}>, {Y}.",
		book:       "{A} {B}.< {PUB},> {Y}.",
		preprint:   "{A} {T}. {=arXiv preprint} arXiv:{ARX}, {Y}."},
	{name: "bare", names: fullNames,
		article: "{A}. {T}. {Y}.", conference: "{A}. {T}. {Y}.", book: "{A}. {B}. {Y}.", preprint: "{A}. {T}. {Y}."},
	{name: "bare-venue", names: fullNames,
		article: "{A}. {T}. {C}, {Y}.", conference: "{A}. {T}. {C}, {Y}.", book: "{A}. {B}.< {PUB},> {Y}.",
		preprint: "{A}. {T}. {=arXiv}, {Y}."},
	{name: "gbt", names: nameFormat{invert: allInverted, initial: " ", comma: " ", sep: ", ", last: ", ", max: 3, show: 3,
		etal: ", et al", capitals: true},
		article:    "{A}. {T}[J]. {C}, {Y}<, {V}<({I})>><: {P}>.",
		conference: "{A}. {T}[C]//{C}.< {L}: {PUB},> {Y}<: {P}>.",
		book:       "{A}. {B}[M].< {L}: {PUB},> {Y}.",
		preprint:   "{A}. {T}[J]. {=arXiv preprint} arXiv:{ARX}, {Y}."},
	{name: "din", names: germanNames,
		article:    "{A}: {T}. In: {C}< {V}> ({Y})<, Nr. {I}><, S. {P}>.",
		conference: "{A}: {T}. In: {C}.< {L}: {PUB},> {Y}<, S. {P}>.",
		book:       "{A}: {B}.< {ED}.>< {L}: {PUB},> {Y}.",
		preprint:   "{A} ({Y}): {T}. {=arXiv}:{ARX}."},
	{name: "german-year", names: slashNames,
		article:    "{A} ({Y}): {T}, in: {C}<, Jg. {V}><, H. {I}><, S. {P}>.",
		conference: "{A} ({Y}): {T}. In: {C}.< {L}: {PUB},><, S. {P}>.",
		book:       "{A} ({Y}): {B}.< {L}: {PUB}>.",
		preprint:   "{A} ({Y}): {T}. {=arXiv}:{ARX}."},
	{name: "french", names: frenchNames,
		article:    "{A}, « {T} », {C}<, vol. {V}><, n° {I}>, {Y}<, p. {P}>.",
		conference: "{A}, « {T} », in {C}<, {L}><, {PUB}>, {Y}<, pp. {P}>.",
		book:       "{A}, {B}<, {L}><, {PUB}>, {Y}.",
		preprint:   "{A}, « {T} », {=arXiv} {ARX}, {Y}."},
	{name: "spanish", names: spanishNames,
		article:    "{A} ({Y}). «{T}». {C}<, vol. {V}><, núm. {I}><, págs. {P}>.",
		conference: "{A} ({Y}). «{T}». En: {C}<, págs. {P}>.< {L}: {PUB}.>",
		book:       "{A} ({Y}). {B}.< {L}: {PUB}.>",
		preprint:   "{A} ({Y}). «{T}». {=arXiv} {ARX}."},
	{name: "russian", names: russianNames,
		article:    "{A} {T} // {C}. — {Y}.< — Т. {V}><, № {I}>.< — С. {P}>.",
		conference: "{A} {T} // {C}. —< {L}: {PUB},> {Y}.< — P. {P}>.",
		book:       "{A} {B}. —< {L}: {PUB},> {Y}.",
		preprint:   "{A} {T}. — {Y}. — {=arXiv}:{ARX}."},
	{name: "acs", names: semicolonNames, untitled: true,
		article:    "{A} {CA} {Y}<, {V}><, {P}>.",
		conference: "{A} {T}. In {C}<; {PUB}><: {L}>, {Y}<; pp {P}>.",
		book:       "{A} {B}<; {PUB}><: {L}>, {Y}.",
		preprint:   "{A} {T}. {Y}, arXiv:{ARX}."},
	{name: "aps", names: physicsNames, untitled: true,
		article:    "{A}, {CA}< {V}><, {P}> ({Y}).",
		conference: "{A}, in {C} (<{PUB}, ><{L}, >{Y})<, p. {P}>.",
		book:       "{A}, {B} (<{PUB}, ><{L}, >{Y}).",
		preprint:   "{A}, arXiv:{ARX} ({Y})."},
	{name: "jhep", names: physicsNames,
		article:    "{A}, {T}, {CA}< {V}> ({Y})< {P}>< [arXiv:{ARX}]>.",
		conference: "{A}, {T}, in {C}, {Y}<, pp. {P}>.",
		book:       "{A}, {B}<, {PUB}><, {L}> ({Y}).",
		preprint:   "{A}, {T}, arXiv:{ARX}."},
	{name: "astro", names: astroNames, untitled: true,
		article:    "{A} {Y}, {CA}<, {V}><, {P}>",
		conference: "{A} {Y}, in {C}<, {P}>",
		book:       "{A} {Y}, {B} (<{L}: {PUB}>)",
		preprint:   "{A} {Y}, arXiv:{ARX}"},
	{name: "ama", names: vancouverNames,
		article:    "{A}. {T}. {CA}. {Y};{V}<({I})>:{P}.< doi:{DOI}>",
		conference: "{A}. {T}. In: {C}; {Y}<:{P}>.",
		book:       "{A}. {B}.< {ED}.>< {PUB};> {Y}.",
		preprint:   "{A}. {T}. {=arXiv}. Preprint posted online {Y}. https://arxiv.org/abs/{ARX}"},
	{name: "cell", names: harvardNames,
		article:    "{A} ({Y}). {T}. {CA}< {V}><, {P}>.",
		conference: "{A} ({Y}). {T}. In {C} (<{L}: {PUB}>)<, pp. {P}>.",
		book:       "{A} ({Y}). {B} (<{L}: {PUB}>).",
		preprint:   "{A} ({Y}). {T}. {=arXiv}, {ARX}."},
	{name: "harvard", names: harvardNames,
		article:    "{A}, {Y}. {T}. {C}<, {V}<({I})>><, pp.{P}>.",
		conference: "{A}, {Y}. {T}. In {C}< (pp. {P})>.< {PUB}.>",
		book:       "{A}, {Y}. {B}.< {L}: {PUB}.>",
		preprint:   "{A}, {Y}. {T}. {=arXiv preprint} arXiv:{ARX}."},
	{name: "quoted", names: plainNames,
		article:    "{A}, \"{T},\" {C}<, Vol. {V}><, No. {I}><, pp. {P}>, {M}{Y}.",
		conference: "{A}, \"{T},\" {C}<, {L}><, pp. {P}>, {M}{Y}.",
		book:       "{A}, {B}<, {PUB}><, {L}>, {Y}.",
		preprint:   "{A}, \"{T},\" {=arXiv:}{ARX}, {Y}."},
	{name: "siam", names: capitalNames,
		article:    "{A}, {T}, {CA}<, {V}> ({Y})<, pp. {P}>.",
		conference: "{A}, {T}, in {C}<, {PUB}><, {L}>, {Y}<, pp. {P}>.",
		book:       "{A}, {B}<, {PUB}><, {L}>, {Y}.",
		preprint:   "{A}, {T}, {=arXiv preprint} arXiv:{ARX}, ({Y})."},
	{name: "iso690",
		names: nameFormat{invert: allInverted, full: true, comma: ", ", sep: ", ", last: " and ", capitals: true, max: 3,
			show: 1, etal: ", et al."},
		article:    "{A}. {T}. {C}. {Y}<, vol. {V}><, no. {I}><, p. {P}>.< DOI {DOI}>.",
		conference: "{A}. {T}. In: {C}. {Y}<, p. {P}>.",
		book:       "{A}. {B}.< {ED}.>< {L}: {PUB},> {Y}.",
		preprint:   "{A}. {T}. {=arXiv preprint} arXiv:{ARX}. {Y}."},
	{name: "bluebook", names: firstFullNames,
		article:    "{A}, {T}, {V} {CA} {P} ({Y}).",
		conference: "{A}, {T}, in {C} {P} ({Y}).",
		book:       "{A}, {B} ({Y}).",
		preprint:   "{A}, {T} ({Y}), https://arxiv.org/abs/{ARX}."},
	{name: "url", names: fullNames,
		article:    "{A}. {T}. {C}<, {V}>, {Y}.< URL {URL}.>",
		conference: "{A}. {T}. In {C}, {Y}.< URL {URL}.>",
		book:       "{A}. {B}.< {PUB},> {Y}.< URL {URL}.>",
		preprint:   "{A}. {T}, {Y}. URL https://arxiv.org/abs/{ARX}."},
	{name: "iop", tight: true,
		names: nameFormat{invert: allInverted, initial: " ", comma: " ", sep: ", ", last: " and ", max: 9,
			show: 1, etal: " et al"},
		article:    "{A} {Y} {T} {CA}< {V}>< {P}>",
		conference: "{A} {Y} {T} {C}<, {L}>< ({PUB})>< pp {P}>",
		book:       "{A} {Y} {B} (<{L}: {PUB}>)",
		preprint:   "{A} {Y} {T} arXiv:{ARX}"},
	{name: "iop-short", tight: true,
		names: nameFormat{invert: allInverted, initial: " ", comma: " ", sep: ", ", last: " and ", max: 9, show: 1,
			etal: " et al"}, untitled: true,
		article:    "{A} {Y} {CA}< {V}>< {P}>",
		conference: "{A} {Y} {C}< {P}>",
		book:       "{A} {Y} {B} (<{L}: {PUB}>)",
		preprint:   "{A} {Y} arXiv:{ARX}"},
	{name: "no-stops", tight: true, names: vancouverNames,
		article:    "{A}. {T} {CA} {Y}<; {V}<({I})>><: {P}>.",
		conference: "{A}. {T} {C} {Y}<; {P}>.",
		book:       "{A}. {B} {PUB}, {L}, {Y}.",
		preprint:   "{A}. {T} arXiv:{ARX} {Y}."},
	{name: "colon", names: vancouverNames,
		article:    "{A}: {T}. {CA} {Y}<; {V}<({I})>><:{P}>.",
		conference: "{A}: {T}. In: {C}.< {L}: {PUB},> {Y}<: {P}>.",
		book:       "{A}: {B}.< {L}: {PUB};> {Y}.",
		preprint:   "{A}: {T}. {=arXiv} {Y}; arXiv:{ARX}."},
	{name: "quoted-space", names: plainNames,
		article:    "{A}: \"{T}.\" {CA}< {V}> ({Y})<: {P}>.",
		conference: "{A}: \"{T}\", {C}<, {L}>, {Y}<, pp.{P}>.",
		book:       "{A}: \"{B}\"<, {PUB}><, {L}>, {Y}.",
		preprint:   "{A}: \"{T}\", arXiv:{ARX}, {Y}."},
	{name: "humanities", names: firstFullNames,
		article:    "{A}, ‘{T}’, {C}< {V}> ({Y})<, pp. {P}>.",
		conference: "{A}, ‘{T}’, in {C} (<{L}: {PUB}, >{Y})<, pp. {P}>.",
		book:       "{A}, {B} (<{L}: {PUB}, >{Y}).",
		preprint:   "{A}, ‘{T}’, arXiv:{ARX} ({Y})."},
	{name: "plain-book", names: mlaNames,
		article:    "{A}, {T}, {C}<, {V}><, {I}>, {Y}<, {P}>",
		conference: "{A}, {T}, {C}<, {L}>, {Y}<, {P}>",
		book:       "{A}, {B}<, {L}><, {PUB}>, {Y}",
		preprint:   "{A}, {T}, {Y}"},
	{name: "comma-year", names: germanNames,
		article:    "{A}, {Y}: {T}. {C}< {V}>< ({I})><: {P}>.",
		conference: "{A}, {Y}: {T}, in: {C}.< {L}: {PUB}.>",
		book:       "{A}, {Y}: {B}.< {L}: {PUB}.>",
		preprint:   "{A}, {Y}: {T}. arXiv:{ARX}."},
}
