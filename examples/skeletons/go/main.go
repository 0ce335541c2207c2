// The adapter that the suite asks: JSON-RPC 2.0, one message a line.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Platform        string `json:"platform"`
		RegisteredEvent string `json:"registered_event"`
		Payload         string `json:"payload"`
	} `json:"params"`
}

type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

func respond(tables map[string]table, asked request) response {
	said := response{Version: "2.0", ID: asked.ID}
	switch asked.Method {
	case "initialize":
		// What it claims is stated in adapter.toml alone.
		said.Result = map[string]any{"protocol": 2, "name": "example-go", "version": "0.1.0", "language": "go"}
	case "shutdown":
		said.Result = json.RawMessage("null")
	case "canonicalize":
		table, known := tables[asked.Params.Platform]
		if !known {
			said.Error = &failure{-32002, "unsupported platform: " + asked.Params.Platform}
			break
		}
		events, _, err := table.canonical(asked.Params.RegisteredEvent, []byte(asked.Params.Payload))
		var invalid InvalidError
		if errors.As(err, &invalid) {
			said.Error = &failure{-32001, err.Error()}
		} else if err != nil {
			said.Error = &failure{-32603, err.Error()}
		} else {
			said.Result = map[string]any{"events": events}
		}
	default:
		said.Error = &failure{-32601, "there is no method " + asked.Method}
	}
	return said
}

func serve() error {
	tables, err := readTables()
	if err != nil {
		return err
	}
	lines, answers := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		var asked request
		said := response{Version: "2.0", ID: json.RawMessage("null")}
		if err := json.Unmarshal(line, &asked); err != nil {
			said.Error = &failure{-32700, err.Error()}
		} else {
			said = respond(tables, asked)
		}
		if err := answers.Encode(said); err != nil || asked.Method == "shutdown" {
			return err
		}
	}
}

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
