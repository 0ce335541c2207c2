package example

import (
	"testing"

	hookconform "github.com/hookconform/hookconform-data-go"
)

// One subtest a case.
func TestCases(t *testing.T) {
	rules := hookconform.Rules()
	for _, platform := range Adapter.Platforms {
		cases, err := hookconform.Cases(platform)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range cases {
			t.Run(one.ID, func(t *testing.T) {
				for _, result := range hookconform.Judge(one, Adapter, rules) {
					if result.IsRed() {
						t.Error(result)
					}
				}
			})
		}
	}
}
