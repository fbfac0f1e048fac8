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

/// The texts that match a pattern, described for people who do not read patterns.
package enum PatternWords {
  private static let mostParts = 6

  /// Returns a description such as `2 capital letters, "-" and 1 to 4 digits`; nil for a pattern
  /// that is too long or has parts without a plain name.
  package static func words(for source: String) -> String? {
    var parser = PatternParser(source)
    guard let node = try? parser.whole(), let parts = parts(of: node) else { return nil }
    // Adjacent characters are one text.
    var words: [String] = []
    var text = ""
    for part in parts {
      switch part {
      case .text(let more): text += more
      case .words(let next):
        if !text.isEmpty { words.append(quoted(text)) }
        text = ""
        words.append(next)
      }
    }
    if !text.isEmpty { words.append(quoted(text)) }
    return words.isEmpty || words.count > mostParts ? nil : words.listed(with: "and")
  }

  private static func quoted(_ text: String) -> String {
    text == " " ? "a space" : Value.text(text).literal
  }

  private enum Part {
    case text(String)
    case words(String)
  }

  private static func parts(of node: PatternNode) -> [Part]? {
    switch node {
    case .start, .end: return []
    case .scalar(let set):
      if let scalar = single(set) { return [.text(String(scalar))] }
      return name(of: set).map { [.words("1 " + $0)] }
    case .sequence(let nodes):
      var all: [Part] = []
      for node in nodes {
        guard let parts = parts(of: node) else { return nil }
        all += parts
      }
      return all
    case .choice(let nodes):
      let texts = nodes.compactMap(text)
      guard texts.count == nodes.count, texts.count <= mostParts else { return nil }
      return [.words(texts.map { Value.text($0).literal }.listed())]
    case .repeated(.scalar(let set), let least, let most):
      guard let name = name(of: set) else { return nil }
      return words(name, least, most).map { [.words($0)] }
    case .repeated: return nil
    }
  }

  private static func text(of node: PatternNode) -> String? {
    guard let parts = parts(of: node) else { return nil }
    var text = ""
    for part in parts {
      guard case .text(let more) = part else { return nil }
      text += more
    }
    return text
  }

  private static func words(_ name: String, _ least: Int, _ most: Int?) -> String? {
    let several = name.split(separator: " or ").map { $0 + "s" }.joined(separator: " or ")
    return switch (least, most) {
    case (0, nil): "any number of \(several)"
    case (1, nil): several
    case (_, nil): "\(least) or more \(several)"
    case (1, 1?): "1 " + name
    case (0, 1?): "up to 1 " + name
    case (0, let most?): most == 0 ? nil : "up to \(most) \(several)"
    case (_, let most?):
      least == most
        ? "\(least) \(several)" : "\(least) \(most == least + 1 ? "or" : "to") \(most) \(several)"
    }
  }

  private static func single(_ set: ScalarSet) -> Unicode.Scalar? {
    guard !set.isNegated, set.parts.count == 1, case .range(let range) = set.parts[0],
      range.lowerBound == range.upperBound
    else { return nil }
    return range.lowerBound
  }

  private static func name(of set: ScalarSet) -> String? {
    if set == ScalarSet(.anyInLine) { return "character" }
    guard !set.isNegated else { return nil }
    return names.first { $0.parts == Set(set.parts) }?.name
  }

  private static let names: [(parts: Set<ScalarSet.Part>, name: String)] = [
    ([digits], "digit"), ([.named(.digit, isNegated: false)], "digit"),
    ([capitals], "capital letter"), ([category(.uppercaseLetter)], "capital letter"),
    ([smalls], "small letter"), ([category(.lowercaseLetter)], "small letter"),
    ([capitals, smalls], "letter"), ([letters], "letter"),
    ([capitals, digits], "capital letter or digit"), ([smalls, digits], "small letter or digit"),
    ([capitals, smalls, digits], "letter or digit"),
    ([digits, .range("A"..."F")], "hexadecimal digit"),
    ([digits, .range("a"..."f")], "hexadecimal digit"),
    ([digits, .range("A"..."F"), .range("a"..."f")], "hexadecimal digit"),
  ]

  private static let digits = ScalarSet.Part.range("0"..."9")
  private static let capitals = ScalarSet.Part.range("A"..."Z")
  private static let smalls = ScalarSet.Part.range("a"..."z")
  private static let letters = ScalarSet.Part.named(
    .categories([
      .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    ]), isNegated: false)

  private static func category(_ category: Unicode.GeneralCategory) -> ScalarSet.Part {
    .named(.categories([category]), isNegated: false)
  }
}
