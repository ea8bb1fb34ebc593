//! Length of a domain's label in name servers: in Punycode (RFC 3492), if it has letters beyond ASCII.

const BASE: u32 = 36;
const TMIN: u32 = 1;
const TMAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;

/// Length of `label` in ASCII, including the prefix `xn--` if it needs one.
pub fn length(label: &str) -> usize {
    let plain = label.chars().filter(char::is_ascii).count();
    let count = label.chars().count();
    if plain == count {
        return plain;
    }
    let mut out = "xn--".len() + plain + usize::from(plain > 0);
    let (mut next, mut delta, mut bias, mut done) = (0x80, 0u32, 72, plain as u32);
    while (done as usize) < count {
        let Some(smallest) = label.chars().map(u32::from).filter(|letter| *letter >= next).min() else {
            break;
        };
        delta = delta.wrapping_add((smallest - next).wrapping_mul(done + 1));
        for letter in label.chars().map(u32::from) {
            if letter < smallest {
                delta = delta.wrapping_add(1);
            } else if letter == smallest {
                out += digits(delta, bias);
                bias = adapt(delta, done + 1, done as usize == plain);
                (delta, done) = (0, done + 1);
            }
        }
        delta = delta.wrapping_add(1);
        next = smallest + 1;
    }
    out
}

/// Digits of a number of variable length.
fn digits(mut number: u32, bias: u32) -> usize {
    let (mut count, mut weight) = (1, BASE);
    loop {
        let threshold = weight.saturating_sub(bias).clamp(TMIN, TMAX);
        if number < threshold {
            return count;
        }
        number = (number - threshold) / (BASE - threshold);
        count += 1;
        weight += BASE;
    }
}

fn adapt(delta: u32, points: u32, first: bool) -> u32 {
    let mut delta = if first { delta / DAMP } else { delta / 2 };
    delta += delta / points;
    let mut steps = 0;
    while delta > (BASE - TMIN) * TMAX / 2 {
        delta /= BASE - TMIN;
        steps += BASE;
    }
    steps + (BASE - TMIN + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::length;

    #[test]
    fn labels_have_their_length_in_punycode() {
        for (label, ascii) in [
            ("example", "example"),
            ("żółw", "xn--w-uga1v8h"),
            ("bücher", "xn--bcher-kva"),
            ("пример", "xn--e1afmkfd"),
            ("例え", "xn--r8jz45g"),
        ] {
            assert_eq!(length(label), ascii.len(), "{label}");
        }
    }
}
