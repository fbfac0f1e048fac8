/// Regular expressions that other engines interpret alike: ECMA-262 with the flag `u`, Python, Go
/// and Perl.
package enum PortablePattern {
  package static func literal(_ text: String) -> String {
    text.unicodeScalars.map { escaped($0, among: "^$\\.*+?()[]{}|/") }.joined()
  }

  /// Returns a set in portable syntax. Classes such as `\d` differ between engines, so a set that
  /// contains classes accepts all non-ASCII scalars.
  static func set(_ set: ScalarSet) -> String {
    if set == ScalarSet(.anyInLine) { return "." }
    let ranges = set.ranges
    if set.parts.contains(where: \.isClass) {
      return self.set { scalar in ranges.contains { $0.contains(scalar.value) } }
    }
    if !set.isNegated, ranges.count == 1, ranges[0].count == 1,
      let scalar = Unicode.Scalar(ranges[0].lowerBound)
    {
      return literal(String(scalar))
    }
    return set.isNegated
      ? "[^\(members(ScalarRanges.subtracting(ranges, from: ScalarRanges.all)))]"
      : "[\(members(ranges))]"
  }

  /// Returns the set of ASCII scalars that satisfy `holds`, and all non-ASCII scalars.
  static func set(where holds: (Unicode.Scalar) -> Bool) -> String {
    // U+0000 prevents an empty set; it never matches, because texts cannot contain U+0000.
    var others: [ClosedRange<UInt32>] = [0...0]
    for value in UInt8(1)...0x7F where !holds(Unicode.Scalar(value)) {
      ScalarRanges.append(UInt32(value), to: &others)
    }
    return "[^\(members(others))]"
  }

  private static func members(_ ranges: [ClosedRange<UInt32>]) -> String {
    ranges.map { range in
      let ends = range.count == 1 ? [range.lowerBound] : [range.lowerBound, range.upperBound]
      let between = range.count > 2 ? "-" : ""
      return ends.compactMap(Unicode.Scalar.init).map { escaped($0, among: "\\]^[-|") }
        .joined(separator: between)
    }.joined()
  }

  private static func escaped(_ scalar: Unicode.Scalar, among signs: String) -> String {
    if signs.unicodeScalars.contains(scalar) { return "\\\(scalar)" }
    // `&&` and `~~` are set operators in some engines.
    guard scalar.value < 0x20 || scalar == "\u{7F}" || scalar == "&" || scalar == "~" else {
      return String(scalar)
    }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
  }
}

extension TextPattern {
  /// An expression without anchors for other engines, which must match it against the whole text.
  /// It accepts every text that the pattern accepts, and possibly more.
  package var portable: String {
    var parser = PatternParser(source)
    do throws(PatternError) {
      return try parser.whole().portable
    } catch {
      preconditionFailure("a valid pattern cannot be parsed again: \(error.message)")
    }
  }
}

extension PatternNode {
  fileprivate var portable: String {
    switch self {
    case .scalar(let set): PortablePattern.set(set)
    case .sequence(let nodes): nodes.map(\.portable).joined()
    case .choice(let nodes): "(?:\(nodes.map(\.portable).joined(separator: "|")))"
    case .repeated(let node, let least, let most):
      node.portableAtom + Self.portableCount(least, most)
    // Omitting anchors only adds matches.
    case .start, .end: ""
    }
  }

  private var portableAtom: String {
    switch self {
    case .scalar, .choice: portable
    case .sequence, .repeated, .start, .end: "(?:\(portable))"
    }
  }

  private static func portableCount(_ least: Int, _ most: Int?) -> String {
    switch (least, most) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1?): "?"
    case (_, nil): "{\(least),}"
    case (_, let most?): least == most ? "{\(least)}" : "{\(least),\(most)}"
    }
  }
}

extension ScalarSet.Part {
  fileprivate var isClass: Bool { if case .named = self { true } else { false } }
}

extension TextMask {
  package var portable: String { form.slots.map(\.portable).joined() }
}

extension Slot {
  fileprivate var portable: String {
    switch self {
    case .literal(let scalar): PortablePattern.literal(String(scalar))
    case .digit: "[0-9]"
    case .hexadecimal: "[0-9A-F]"
    case .capital, .letter, .alphanumeric: PortablePattern.set(where: holds)
    }
  }
}
