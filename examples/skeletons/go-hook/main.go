// A hook that denies by a policy: hook PLATFORM EVENT POLICY-FILE, the payload on standard input.
// The policy is {"deny": ["Bash", …]}, in canonical names of tools. What cannot be read is denied,
// and so is every call under a name that would never match: names.json has the words that programs have for a tool.
package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

//go:embed names.json
var namesText []byte

// namesDenied returns the names of a policy that has nothing but these.
func namesDenied(policyFile string) ([]string, error) {
	text, err := os.ReadFile(policyFile)
	if err != nil {
		return nil, err
	}
	document, err := read(text)
	if err != nil {
		return nil, err
	}
	policy, _ := document.(map[string]any)
	names, isList := policy["deny"].([]any)
	if !isList || len(policy) != 1 {
		return nil, errors.New("the policy is not one list, deny")
	}
	var meant map[string]string
	if err := json.Unmarshal(namesText, &meant); err != nil {
		return nil, err
	}
	var denied []string
	for _, one := range names {
		name, isText := one.(string)
		if !isText || strings.TrimSpace(name) == "" {
			return nil, errors.New("deny is not a list of names")
		}
		if canonical, is := meant[strings.ToLower(strings.TrimSpace(name))]; is && canonical != name {
			return nil, fmt.Errorf("a policy for %q never matches: write %s", name, canonical)
		}
		denied = append(denied, name)
	}
	return denied, nil
}

// stops tells whether the policy denies a call; what cannot be judged is an error.
func stops(t table, registered, policyFile string) (bool, error) {
	denied, err := namesDenied(policyFile)
	if err != nil {
		return true, err
	}
	payload, err := io.ReadAll(os.Stdin)
	if err != nil {
		return true, err
	}
	events, called, err := t.canonical(registered, payload)
	if err != nil {
		return true, err
	}
	before := false
	for _, event := range events {
		before = before || contains(beforeATool, event["hook_event_name"].(string))
	}
	for _, name := range called {
		if before && contains(denied, name) {
			return true, nil
		}
	}
	return false, nil
}

func main() {
	// Exit code 2 is what most programs take for a denial; Go's own for a panic.
	code := 2
	defer func() { os.Exit(code) }()
	tables, err := readTables()
	if err != nil || len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "hook PLATFORM EVENT POLICY-FILE", err)
		return
	}
	table, known := tables[os.Args[1]]
	if !known {
		fmt.Fprintln(os.Stderr, "unsupported platform:", os.Args[1])
		return
	}
	denied, err := stops(table, os.Args[2], os.Args[3])
	if !denied {
		code = 0
		return
	}
	why := "The policy of this project denies this call."
	if err != nil {
		why = err.Error()
	}
	event, _, _ := strings.Cut(os.Args[2], "[")
	denial, measured := table.Deny[event]
	if !measured {
		fmt.Fprintln(os.Stderr, why)
		return
	}
	code = denial.ExitCode
	fmt.Print(denial.Stdout)
	if denial.Stderr != "" {
		why = denial.Stderr
	}
	if err != nil || denial.Stderr != "" {
		fmt.Fprintln(os.Stderr, why)
	}
}
