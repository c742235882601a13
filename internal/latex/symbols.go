package latex

import (
	"github.com/bonafide-audit/bonafide/internal/words"
)

// accents maps an accent command to the combining mark that follows the letter in Unicode. Names that are one letter
// need a space or a group after them.
var accents = map[string]rune{
	"`": 0x300, "'": 0x301, "^": 0x302, "~": 0x303, "=": 0x304, ".": 0x307, "\"": 0x308,
	"u": 0x306, "h": 0x309, "r": 0x30a, "H": 0x30b, "v": 0x30c, "U": 0x30e, "G": 0x30f, "C": 0x30f, "f": 0x311,
	"d": 0x323, "c": 0x327, "k": 0x328, "b": 0x331, "t": 0x361,
	// the names of the accents in math mode
	"grave": 0x300, "acute": 0x301, "hat": 0x302, "widehat": 0x302, "tilde": 0x303, "widetilde": 0x303,
	"bar": 0x304, "overline": 0x304,
	"breve": 0x306, "dot": 0x307, "ddot": 0x308, "check": 0x30c, "vec": 0x20d7, "mathring": 0x30a,
}

// Accent returns the combining mark of an accent command, named without its backslash, or 0 if it is not an accent
// command.
func Accent(name string) rune { return accents[name] }

// Symbol returns the text of a command that always means that text, named without its backslash.
func Symbol(name string) (text string, ok bool) {
	text, ok = symbols[name]
	return text, ok
}

// symbols maps commands that always stand for the same text to that text.
var symbols = map[string]string{
	// control symbols
	"&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ", "\r": " ",
	"\t": " ", "\\": " ",
	",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", "|": "‖", "+": "", "<": "", ">": " ", "*": "",

	// letters
	"i": "ı", "j": "ȷ", "imath": "ı", "jmath": "ȷ", "ss": "ß", "SS": "SS", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
	"ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
	"aa": "å", "AA": "Å", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ",
	"ij": "ĳ", "IJ": "Ĳ",

	// punctuation and marks
	"textendash": "–", "textemdash": "—", "endash": "–", "emdash": "—", "textquoteleft": "‘", "textquoteright": "’",
	"textquotedblleft": "“", "textquotedblright": "”",
	"textquotesingle": "'", "textquotedbl": "\"", "lq": "‘", "rq": "’", "quotesinglbase": "‚", "quotedblbase": "„",
	"guillemotleft": "«", "guillemotright": "»",
	"guilsinglleft": "‹", "guilsinglright": "›", "glqq": "„", "grqq": "“", "flqq": "«", "frqq": "»", "glq": "‚",
	"grq": "‘", "textexclamdown": "¡", "textquestiondown": "¿",
	"ldots": "…", "dots": "…", "textellipsis": "…", "cdots": "…", "dotsc": "…", "dotsb": "…", "textbackslash": "\\",
	"textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_",
	"textbar": "|", "textless": "<", "textgreater": ">", "textbraceleft": "{", "textbraceright": "}", "textdollar": "$",
	"textvisiblespace": " ", "MVAt": "@", "at": "@",
	"textasteriskcentered": "*", "textbullet": "•", "textperiodcentered": "·", "textregistered": "®", "texttrademark": "™",
	"copyright": "©", "textcopyright": "©",
	"textdegree": "°", "degree": "°", "S": "§", "P": "¶", "textsection": "§", "textparagraph": "¶", "dag": "†",
	"ddag": "‡", "textdagger": "†", "textdaggerdbl": "‡",
	"pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€", "EUR": "€", "textyen": "¥", "textcent": "¢",
	"textmu": "µ", "textmicro": "µ", "textonehalf": "½",
	"textonequarter": "¼", "textthreequarters": "¾", "textordfeminine": "ª", "textordmasculine": "º", "textnumero": "№",
	"textperthousand": "‰", "slash": "/",
	"LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "LuaTeX": "LuaTeX",
	"AmS": "AMS", "etal": "et al.", "etc": "etc.",
	"newblock": " ", "quad": " ", "qquad": " ", "space": " ", "enspace": " ", "thinspace": " ", "nobreakspace": " ",
	"linebreak": " ", "newline": " ", "par": " ",
	"nobreakdash": "", "allowbreak": "", "nolinebreak": "", "mathsurround": "", "relax": "", "protect": "", "natexlab": "",
	"bibinitperiod": ".", "bibinitdelim": " ",
	"bibinithyphendelim": "-", "bibnamedelima": " ", "bibnamedelimb": " ", "bibnamedelimc": " ", "bibnamedelimd": " ",
	"bibnamedelimi": " ", "bibrangedash": "–",
	"bysame": dash, "hrulefill": dash, "bibhyphen": "-", "hyphen": "-", "textminus": "−", "and": " and ",
	"degreesign": "°", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "backslash": "\\",

	// Greek
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
	"theta": "θ", "vartheta": "ϑ", "iota": "ι",
	"kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "omicron": "ο", "pi": "π", "varpi": "ϖ", "rho": "ρ",
	"varrho": "ϱ", "sigma": "σ", "varsigma": "ς",
	"tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ",
	"Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ",
	"Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",

	// mathematics
	"times": "×", "div": "÷", "cdot": "·", "pm": "±", "mp": "∓", "ast": "∗", "star": "⋆", "circ": "∘", "bullet": "•",
	"oplus": "⊕", "otimes": "⊗", "wedge": "∧", "vee": "∨",
	"land": "∧", "lor": "∨", "neg": "¬", "lnot": "¬", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠",
	"equiv": "≡", "sim": "∼", "simeq": "≃", "approx": "≈",
	"cong": "≅", "propto": "∝", "ll": "≪", "gg": "≫", "lesssim": "≲", "gtrsim": "≳", "subset": "⊂", "supset": "⊃",
	"subseteq": "⊆", "supseteq": "⊇", "in": "∈", "notin": "∉",
	"ni": "∋", "cup": "∪", "cap": "∩", "emptyset": "∅", "varnothing": "∅", "setminus": "∖", "forall": "∀", "exists": "∃",
	"nexists": "∄", "infty": "∞", "partial": "∂",
	"nabla": "∇", "sum": "∑", "prod": "∏", "int": "∫", "oint": "∮", "surd": "√", "perp": "⊥", "bot": "⊥", "top": "⊤",
	"parallel": "∥", "angle": "∠", "prime": "′", "dagger": "†",
	"ddagger": "‡", "to": "→", "rightarrow": "→", "longrightarrow": "→", "leftarrow": "←", "gets": "←",
	"leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐",
	"Leftrightarrow": "⇔", "iff": "⇔", "implies": "⇒", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓",
	"rightleftharpoons": "⇌", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊",
	"rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "ell": "ℓ", "hbar": "ℏ", "Re": "ℜ", "Im": "ℑ", "aleph": "ℵ", "wp": "℘",
	"vdash": "⊢", "models": "⊨", "vdots": "⋮", "ddots": "⋱",
	"mid": "|", "vert": "|", "Vert": "‖", "lvert": "|", "rvert": "|", "colon": ":", "sun": "☉", "odot": "⊙", "square": "□",
	"Box": "□", "checkmark": "✓", "bigstar": "★",
	"sharp": "♯", "flat": "♭", "natural": "♮", "heartsuit": "♥", "lt": "<", "gt": ">", "micro": "µ", "ohm": "Ω",
	"percent": "%", "colonequals": "≔", "ltimes": "⋉", "rtimes": "⋊",

	// words and signs of apacite
	"BBA": "&", "BBAA": "&", "BBAB": "and", "BAnd": "&", "BIn": "In", "Bby": "by", "BED": "Ed.", "BEDS": "Eds.",
	"BTRANS": "Trans.", "BTRANSS": "Trans.", "BVOL": "Vol.", "BVOLS": "Vols.", "BNUM": "No.", "BNUMS": "Nos.",
	"BEd": "ed.", "BCHAP": "chap.", "BCHAPS": "chap.", "BPG": "p.", "BPGS": "pp.", "BTR": "Tech. Rep.",
	"BPhD": "Doctoral dissertation", "BUPhD": "Unpublished doctoral dissertation",
	"BMTh": "Master's thesis", "BUMTh": "Unpublished master's thesis", "BIP": "in press",
	"BOWP": "Original work published", "BREPR": "Reprinted from", "BAvailFrom": "Available from ",
	"BRetrievedFrom": "Retrieved from ", "BBOP": "(", "BBCP": ")", "BBOQ": "", "BBCQ": "", "BBAY": ", ", "BBYY": ", ",
	"BBC": "; ", "BBN": ", ", "BCBT": ",", "BCBL": ",", "BDBL": ", … ",
	"BPBI": ". ", "BHBI": ".-", "unskip": "",
}

// operators are mathematical functions that TeX prints as their own name.
var operators = words.Set(`
	log ln lg exp sin cos tan cot sinh cosh tanh arcsin arccos arctan max min sup inf lim limsup liminf arg
	argmax argmin det dim ker gcd deg hom Pr mod bmod`)

// use says what happens to the arguments of a command.
type use uint8

const (
	keepAll     use = iota // the command goes, its arguments stay: the default for unlisted commands
	drop1                  // one argument goes
	drop2                  // two arguments go
	second                 // of two arguments the second stays
	middle                 // of three arguments the second stays: what sorts, what is printed, what is cited
	first                  // of two arguments the first stays
	verbatim               // one argument, in which only escapes are special
	quoted                 // one argument, in quotation marks
	fraction               // two arguments with a slash between them
	charNumber             // a number that is a code point: \char"E9
	mathematics            // one argument, in math mode
	number                 // one argument, a number as siunitx writes it
	conditional            // \ifmmode … \else … \fi: the part that applies stays
	environment            // the name of an environment and its arguments go
)

// declarations are commands that print nothing: they set the style of what follows.
var declarations = words.Set(
	`bf it em rm sf tt sc sl cal bfseries mdseries itshape upshape slshape scshape normalfont rmfamily sffamily ttfamily selectfont
	tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge boldmath unboldmath displaystyle textstyle scriptstyle scriptscriptstyle
	left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle limits nolimits nonumber notag
	xspace ignorespaces unskip leavevmode noindent indent break nobreak hfill hfil vfill smallskip medskip bigskip centering raggedright sloppy
	mathrm mathit mathbf mathsf mathcal mathbb mathfrak mathscr mathds Bbb bold scr frak sb sp sqrt mathop mathord mathrel mathbin operatorname text textrm textit textbf textsc textsf texttt textup textsl emph mbox hbox null nolinkurl url`)

// environments maps environments to their number of arguments; others take none.
var environments = map[string]int{
	"CJK": 2, "otherlanguage": 1, "hyphenrules": 1, "minipage": 1, "multicols": 1, "spacing": 1, "tabular": 1,
	"tabularx": 2, "array": 1, "thebibliography": 1,
}

// uses lists the commands that do not keep all their arguments.
var uses = map[string]use{
	"label": drop1, "index": drop1, "vspace": drop1, "hspace": drop1, "ref": drop1, "pageref": drop1, "eqref": drop1,
	"cite": drop1, "citep": drop1, "citet": drop1,
	"color": drop1, "noopsort": drop1, "NOOPSORT": drop1, "SortNoop": drop1, "sortnoop": drop1, "includegraphics": drop1,
	"phantom": drop1, "hphantom": drop1, "vphantom": drop1,
	"begin": environment, "end": drop1, "footnotemark": keepAll, "thanks": drop1, "fontsize": drop2, "setlength": drop2,
	"addtolength": drop2, "bibliographystyle": drop1,
	"BibitemShut": drop1, "providecommand": drop2, "newcommand": drop2, "renewcommand": drop2, "hypertarget": second,
	"hyperlink": second, "bibitemStop": keepAll, "printfirst": second, "switchargs": second,
	"href": second, "textcolor": second, "texorpdfstring": second, "bibinfo": second, "bibfield": second,
	"foreignlanguage": second, "colorbox": second, "raisebox": second,
	"ensuremath": mathematics, "num": number, "ifmmode": conditional,
	"van": middle, "VAN": middle, "von": middle, "VON": middle, "de": middle, "DE": middle, "der": middle, "DER": middle,
	"scalebox": second, "parbox": second, "Eprint": second, "selectlanguage": drop1, "acro": first, "ifthenelse": keepAll,
	"url": verbatim, "path": verbatim, "nolinkurl": verbatim, "doi": verbatim, "lstinline": verbatim, "burl": verbatim,
	"urlprefix": keepAll, "doibase": keepAll,
	"enquote": quoted, "mkbibquote": quoted, "frac": fraction, "dfrac": fraction, "tfrac": fraction, "nicefrac": fraction,
	"sfrac": fraction, "char": charNumber, "symbol": charNumber,
}
