module agenthooks-serve

go 1.25.0

require github.com/speakeasy-api/agenthooks v0.0.0

require (
	github.com/pelletier/go-toml/v2 v2.4.2 // indirect
	golang.org/x/sys v0.46.0 // indirect
)

replace github.com/speakeasy-api/agenthooks => ../source
