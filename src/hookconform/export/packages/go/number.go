package hookconform

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// decimal is a number by its value: digits without zeros around them, times a power of ten.
type decimal struct {
	negative bool
	digits   string
	power    int64
}

// sameNumber tells whether two numbers have the same value: 1 is 1.0. Whole numbers are never rounded. Of two that are
// written with a point or an exponent it is enough that they are the same double, as most programs read them so.
func sameNumber(one, other json.Number) bool {
	if one == other {
		return true
	}
	a, known := decimalOf(string(one))
	b, alsoKnown := decimalOf(string(other))
	if known && alsoKnown && a == b {
		return true
	}
	if isWhole(one) && isWhole(other) {
		return false
	}
	return sameDouble(string(one), string(other))
}

func isWhole(number json.Number) bool {
	return !strings.ContainsAny(string(number), ".eE")
}

func sameDouble(one, other string) bool {
	a, isFinite := doubleOf(one)
	b, isAlsoFinite := doubleOf(other)
	return isFinite && isAlsoFinite && a == b
}

// doubleOf returns the value of a number as a program has it that reads those with a point or an exponent as doubles.
func doubleOf(number string) (decimal, bool) {
	if isWhole(json.Number(number)) {
		return decimalOf(number)
	}
	double, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return decimal{}, false
	}
	if double == math.Trunc(double) {
		return decimalOf(strconv.FormatFloat(double, 'f', 0, 64))
	}
	return decimalOf(strconv.FormatFloat(double, 'e', -1, 64))
}

// decimalOf returns false for a number whose exponent is too large to be worked with.
func decimalOf(number string) (decimal, bool) {
	rest, negative := strings.CutPrefix(number, "-")
	digits, exponent := rest, int64(0)
	if place := strings.IndexAny(rest, "eE"); place >= 0 {
		var err error
		digits = rest[:place]
		if exponent, err = strconv.ParseInt(rest[place+1:], 10, 62); err != nil {
			return decimal{}, strings.Trim(digits, "0.") == ""
		}
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	exponent -= int64(len(fraction))
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return decimal{}, true
	}
	return decimal{negative, short, exponent + int64(len(digits)-len(short))}, true
}
