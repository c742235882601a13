package judge

// Version identifies the rules; doc/verdicts.md says what each one changed. A cached verdict of another is void.
const Version = "10"
