package judge

// Version names the rules. A cached verdict of another version is void.
//
// History:
//
//	1 (2026-11) first rules.
const Version = "1"
