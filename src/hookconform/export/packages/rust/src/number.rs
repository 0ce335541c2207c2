//! Numbers by their value, however long they are.

/// A number by its value: digits without zeros around them, times a power of ten.
#[derive(PartialEq)]
struct Decimal {
    negative: bool,
    digits: String,
    power: i64,
}

/// Tells whether two numbers have the same value: `1` is `1.0`. Whole numbers are never rounded. Of two that are written
/// with a point or an exponent it is enough that they are the same double, as most programs read them so.
pub(crate) fn same_number(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    if let (Some(a), Some(b)) = (Decimal::of(one), Decimal::of(other)) {
        if a == b {
            return true;
        }
    }
    if is_whole(one) && is_whole(other) {
        return false;
    }
    match (as_double(one), as_double(other)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

fn is_whole(number: &str) -> bool {
    !number.contains(['.', 'e', 'E'])
}

/// Returns the value of a number as a program has it that reads those with a point or an exponent as doubles.
fn as_double(number: &str) -> Option<Decimal> {
    if is_whole(number) {
        return Decimal::of(number);
    }
    let double: f64 = number.parse().ok().filter(|double: &f64| double.is_finite())?;
    Decimal::of(&if double.fract() == 0.0 { format!("{double:.0}") } else { format!("{double:e}") })
}

impl Decimal {
    /// Returns the value of a number; `None` if its exponent is too large to be worked with.
    fn of(number: &str) -> Option<Decimal> {
        let (negative, rest) = match number.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, number),
        };
        let (digits, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all = format!("{whole}{fraction}");
        let without = all.trim_start_matches('0');
        let short = without.trim_end_matches('0');
        if short.is_empty() {
            return Some(Decimal { negative: false, digits: String::new(), power: 0 });
        }
        let exponent: i64 = exponent.parse::<i64>().ok().filter(|value| value.abs() < 1 << 62)?;
        let power = exponent - fraction.len() as i64 + (without.len() - short.len()) as i64;
        Some(Decimal { negative, digits: short.to_owned(), power })
    }
}
