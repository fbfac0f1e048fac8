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
