// Command judge-answers judges recorded answers, and prints the outcome of each check of a platform.
//
// Standard input has one line a case: {"id": …, "canonicalize": answer, "match": answer}. An answer is {"value":
// result}, {"code": …, "message": …} of a refusal, or {"broken": why}; one that is not there was not asked for.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	hookconform "github.com/hookconform/hookconform-data-go"
)

type line struct {
	ID           string          `json:"id"`
	Canonicalize json.RawMessage `json:"canonicalize"`
	Match        json.RawMessage `json:"match"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: judge-answers PLATFORM < answers.ndjson")
		os.Exit(2)
	}
	if err := judge(os.Args[1], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func judge(platform string, input io.Reader, output io.Writer) error {
	cases, err := hookconform.Cases(platform)
	if err != nil {
		return err
	}
	byID := make(map[string]hookconform.Case, len(cases))
	for _, one := range cases {
		byID[one.ID] = one
	}
	written := bufio.NewWriter(output)
	for decoder := json.NewDecoder(input); ; {
		var answers line
		if err := decoder.Decode(&answers); err == io.EOF {
			return written.Flush()
		} else if err != nil {
			return err
		}
		one, isThere := byID[answers.ID]
		if !isThere {
			return fmt.Errorf("no case %s of %s", answers.ID, platform)
		}
		results, err := hookconform.JudgeText(one, string(answers.Canonicalize), string(answers.Match))
		if err != nil {
			return err
		}
		for _, result := range results {
			fmt.Fprintln(written, result.Check, result.Outcome)
		}
	}
}
