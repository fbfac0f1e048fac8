/// Domain names with letters of all scripts, as in RFC 5890 to RFC 5892. Of the characters whose
/// validity depends on the other characters of a label, only Arabic-Indic digits are accepted.
package enum DomainName {
  private static let prefix = "xn--"

  /// Returns a part of a text in which each label of a domain name is replaced by its ASCII form. A
  /// label that no domain name can contain stays as it is.
  package static func ascii(
    _ text: ArraySlice<UInt8>, in bounds: Range<Int>, hosts: [Range<Int>]
  ) -> [UInt8] {
    replacing(text[bounds], hosts.map { $0.clamped(to: bounds) }) { asciiLabel($0) ?? $0 }
  }

  /// Returns the text to store: all labels in the letters of their language, so that equal domain
  /// names are equal texts.
  package static func readable(_ text: String, hosts: (ArraySlice<UInt8>) -> [Range<Int>])
    -> String
  {
    guard canHaveForms(text) else { return text }
    let bytes = Array(text.utf8)[...]
    let result = hosts(bytes).reversed().reduce(into: bytes) { bytes, host in
      let labels = replacing(bytes[host], [host], by: readableLabel)
      let isForeign = labels.contains { $0 >= 0x80 }
      bytes.replaceSubrange(host, with: isForeign ? labels.map(\.inLowerCase) : Array(bytes[host]))
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text in lower case, with ASCII characters instead of full-width ones, and full stops
  /// instead of ideographic ones.
  package static func mapped(_ text: some Sequence<Unicode.Scalar>) -> String {
    let scalars = text.lazy.map { scalar -> Unicode.Scalar in
      switch scalar.value {
      case 0x3002, 0xFF61: "."
      case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars)).lowercased()
  }

  /// Whether the text contains non-ASCII characters, or two adjacent hyphens as in `xn--`.
  private static func canHaveForms(_ text: String) -> Bool {
    var hyphens = 0
    for byte in text.utf8 {
      hyphens = byte == UInt8(ascii: "-") ? hyphens + 1 : 0
      if byte >= 0x80 || hyphens == 2 { return true }
    }
    return false
  }

  private static func replacing(
    _ text: ArraySlice<UInt8>, _ hosts: [Range<Int>], by form: (String) -> String
  ) -> [UInt8] {
    var result: [UInt8] = []
    var place = text.startIndex
    for host in hosts where !host.isEmpty {
      result += text[place..<host.lowerBound]
      let labels = text[host].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      result +=
        labels.map { form(String(decoding: $0, as: UTF8.self)) }
        .joined(separator: ".").utf8
      place = host.upperBound
    }
    return result + text[place...]
  }

  /// Returns an ASCII label unchanged, and nil for any other label that no domain name can contain.
  /// Hyphens at the end stay there, because the label may still grow.
  private static func asciiLabel(_ label: String) -> String? {
    if label.utf8.allSatisfy({ $0 < 0x80 }) { return label }
    let scalars = Array(
      String(decoding: label.utf8.map(\.inLowerCase), as: UTF8.self).nfc.unicodeScalars)
    let hyphens = scalars.reversed().prefix { $0 == "-" }.count
    // RFC 5891, section 4.2.3.1.
    guard scalars[0] != "-", scalars.dropFirst(2).prefix(2) != ["-", "-"], !isMark(scalars[0]),
      scalars.allSatisfy({ $0.isASCII ? isPlain($0) : isValid($0) }),
      !hasMixedArabicDigits(scalars),
      let encoded = Punycode.encoded(scalars.dropLast(hyphens))
    else { return nil }
    return prefix + encoded + String(repeating: "-", count: hyphens)
  }

  private static func readableLabel(_ label: String) -> String {
    if label.utf8.contains(where: { $0 >= 0x80 }) { return label.nfc }
    guard label.lowercased().hasPrefix(prefix),
      let scalars = Punycode.decoded(label.lowercased().dropFirst(prefix.utf8.count))
    else { return label }
    let decoded = String(String.UnicodeScalarView(scalars))
    // Several ASCII texts can be decoded to the same label, but only one of them is its ASCII form.
    return decoded.isNFC && asciiLabel(decoded) == label.lowercased() ? decoded : label
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    "a"..."z" ~= scalar || "0"..."9" ~= scalar || scalar == "-"
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
  }

  /// RFC 5892, appendices A.8 and A.9.
  private static func hasMixedArabicDigits(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.contains { 0x660...0x669 ~= $0.value } && scalars.contains { 0x6F0...0x6F9 ~= $0.value }
  }

  /// Whether the scalar is valid in some labels, as in section 3 of RFC 5892.
  private static func isValid(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    // Parts of old Hangul syllables.
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      return !scalar.properties.changesWhenNFKCCaseFolded
    default: return false
    }
  }
}

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
