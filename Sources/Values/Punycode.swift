/// The ASCII encoding of texts in domain names, as in RFC 3492.
package enum Punycode {
  private static let base = 36
  private static let (minimumThreshold, maximumThreshold) = (1, 26)

  /// Returns nil for more than 63 scalars, which are too long for a label of a domain name.
  package static func encoded(_ scalars: [Unicode.Scalar]) -> String? {
    guard scalars.count < 64 else { return nil }
    let plain = scalars.filter(\.isASCII)
    var output = String(String.UnicodeScalarView(plain)) + (plain.isEmpty ? "" : "-")
    var (number, delta, bias) = (0x80, 0, 72)
    var handled = plain.count
    while handled < scalars.count {
      guard let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= number }).min() else {
        return nil
      }
      delta += (next - number) * (handled + 1)
      number = next
      for scalar in scalars {
        if scalar.value < number { delta += 1 }
        guard scalar.value == number else { continue }
        var rest = delta
        for threshold in Thresholds(bias: bias) {
          guard rest >= threshold else { break }
          output.unicodeScalars.append(digit(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
        }
        output.unicodeScalars.append(digit(rest))
        bias = adapted(delta, isFirst: handled == plain.count, count: handled + 1)
        delta = 0
        handled += 1
      }
      delta += 1
      number += 1
    }
    return output
  }

  package static func decoded(_ text: Substring) -> [Unicode.Scalar]? {
    let bytes = Array(text.utf8)
    let end = bytes.lastIndex(of: UInt8(ascii: "-"))
    var output = bytes[..<(end ?? 0)].map(Unicode.Scalar.init)
    guard bytes.count < 256, output.allSatisfy(\.isASCII) else { return nil }
    var rest = bytes[(end.map { $0 + 1 } ?? 0)...]
    var (number, index, bias) = (0x80, 0, 72)
    while !rest.isEmpty {
      let start = index
      var weight = 1
      for threshold in Thresholds(bias: bias) {
        guard let byte = rest.popFirst(), let digit = value(of: byte) else { return nil }
        index += digit * weight
        if digit < threshold { break }
        weight *= base - threshold
        // No index of a scalar in a label is as large.
        guard index < 1 << 32, weight < 1 << 32 else { return nil }
      }
      let count = output.count + 1
      bias = adapted(index - start, isFirst: start == 0, count: count)
      number += index / count
      index %= count
      guard number >= 0x80, let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init) else {
        return nil
      }
      output.insert(scalar, at: index)
      index += 1
    }
    return output
  }

  private static func digit(_ value: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30))
  }

  private static func value(of byte: UInt8) -> Int? {
    switch byte.inLowerCase {
    case 0x61...0x7A: Int(byte.inLowerCase) - 0x61
    case 0x30...0x39: Int(byte) - 0x30 + 26
    default: nil
    }
  }

  private static func adapted(_ delta: Int, isFirst: Bool, count: Int) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var shift = 0
    while delta > (base - minimumThreshold) * maximumThreshold / 2 {
      delta /= base - minimumThreshold
      shift += base
    }
    return shift + (base - minimumThreshold + 1) * delta / (delta + 38)
  }

  private struct Thresholds: Sequence, IteratorProtocol {
    let bias: Int
    var weight = 0

    init(bias: Int) { self.bias = bias }

    mutating func next() -> Int? {
      weight += base
      return Swift.min(Swift.max(weight - bias, minimumThreshold), maximumThreshold)
    }
  }
}
