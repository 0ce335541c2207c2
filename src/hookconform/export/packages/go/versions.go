package hookconform

import (
	"cmp"
	"regexp"
	"strings"
)

var (
	versionPattern = regexp.MustCompile(`^[^0-9]*([0-9]+(?:\.[0-9]+)*)([^\s+]*)`)
	partPattern    = regexp.MustCompile(`[0-9]+|[A-Za-z]+`)
)

type versionParts struct {
	numbers []string
	rest    []string
}

// CompareVersions returns -1, 0 or 1 as one is older than, the same as or newer than other. A version is numbers
// between dots, and a pre-release comes before its release.
func CompareVersions(one, other string) int {
	a, b := partsOf(one), partsOf(other)
	if order := compareParts(a.numbers, b.numbers); order != 0 {
		return order
	}
	if order := cmp.Compare(a.rank(), b.rank()); order != 0 {
		return order
	}
	return compareParts(a.rest, b.rest)
}

// rank is 1 for a release, 0 for a pre-release and for a text without any number.
func (v versionParts) rank() int {
	if v.numbers != nil && len(v.rest) == 0 {
		return 1
	}
	return 0
}

func partsOf(version string) versionParts {
	found := versionPattern.FindStringSubmatch(version)
	if found == nil {
		return versionParts{}
	}
	numbers := parts(found[1])
	for len(numbers) > 0 && numbers[len(numbers)-1] == "" {
		numbers = numbers[:len(numbers)-1]
	}
	return versionParts{numbers, parts(found[2])}
}

// parts returns words, and numbers without the zeros before them; zero is empty. The result is never nil.
func parts(text string) []string {
	found := partPattern.FindAllString(text, -1)
	if found == nil {
		return []string{}
	}
	for place, part := range found {
		found[place] = strings.TrimLeft(part, "0")
	}
	return found
}

// compareParts orders numbers by value and before words, fewer parts before more.
func compareParts(one, other []string) int {
	for place := 0; place < len(one) && place < len(other); place++ {
		a, b := one[place], other[place]
		if isWord(a) != isWord(b) {
			if isWord(a) {
				return 1
			}
			return -1
		}
		if !isWord(a) && len(a) != len(b) {
			return cmp.Compare(len(a), len(b))
		}
		if order := strings.Compare(a, b); order != 0 {
			return order
		}
	}
	return cmp.Compare(len(one), len(other))
}

func isWord(part string) bool {
	return part != "" && part[0] > '9'
}
