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
