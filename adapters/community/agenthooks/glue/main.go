// Serves agenthooks: one Runner a request, whose handlers note what it decoded and return the verdict asked for.
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

type object = map[string]any

type request struct {
	ID     any    `json:"id"`
	Method string `json:"method"`
	Params params `json:"params"`
}

type params struct {
	Platform string  `json:"platform"`
	Payload  string  `json:"payload"`
	Verdict  verdict `json:"verdict"`
}

type verdict struct {
	Decision     string `json:"decision"`
	Reason       string `json:"reason"`
	Context      string `json:"context"`
	UpdatedInput object `json:"updated_input"`
}

const invalidPayload = -32001

var identity = object{
	"protocol": 2, "name": "agenthooks", "version": "097e68e", "language": "go", "tier": "core",
	"platforms":    []string{"claude-code", "codex", "cursor", "gemini-cli", "opencode"},
	"capabilities": []string{"tool-name", "event", "input", "result", "refusal", "response"},
}

func answer(asked request) object {
	said := object{"jsonrpc": "2.0", "id": asked.ID}
	switch asked.Method {
	case "initialize":
		said["result"] = identity
	case "shutdown":
		said["result"] = nil
	case "canonicalize":
		seen, _ := call(asked.Params)
		if seen.event == nil {
			said["error"] = object{"code": invalidPayload, "message": "agenthooks decoded no event"}
			break
		}
		said["result"] = object{"events": []object{seen.canonical()}}
	case "respond":
		_, result := call(asked.Params)
		said["result"] = result
	default:
		said["error"] = object{"code": -32601, "message": "no method " + asked.Method}
	}
	return said
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var asked request
		if json.Unmarshal(lines.Bytes(), &asked) != nil {
			continue
		}
		text, _ := json.Marshal(answer(asked))
		os.Stdout.Write(append(text, '\n'))
		if asked.Method == "shutdown" {
			return
		}
	}
}
