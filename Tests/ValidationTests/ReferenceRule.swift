enum ReferenceOutcome: Equatable {
  case accepted(String, caret: Int, ReferenceContent)
  case moved(Int)
  case rejected
}

enum ReferenceContent: Equatable {
  case empty, incomplete
  case complete(String)
}

protocol ReferenceGrammar {
  /// Rule 2: whether a complete text starts with `before`, and `after` fits into the rest.
  func accepts(_ before: [Character], followedBy after: [Character]) -> Bool

  /// The canonical ASCII text without trailing zeros; nil if the text is incomplete.
  func value(of inner: [Character]) -> String?

  var fixedFraction: Int? { get }
}

// The meaning of a paste does not depend on its position, and is needed repeatedly.
private final class KnownPastes {
  private var texts: [[UInt8]: [Character]?] = [:]

  func text(of paste: String, read: () -> [Character]?) -> [Character]? {
    let key = Array(paste.utf8)
    if let text = texts[key] { return text }
    let text = read()
    texts[key] = .some(text)
    return text
  }
}

/// The keystroke rule for numbers, by definition.
struct ReferenceRule {
  let numbers: any ReferenceGrammar
  let symbols: ReferenceSymbols
  var prefix = ""
  var suffix = ""
  private let known = KnownPastes()

  init(
    numbers: any ReferenceGrammar, symbols: ReferenceSymbols, prefix: String = "",
    suffix: String = ""
  ) {
    self.numbers = numbers
    self.symbols = symbols
    self.prefix = prefix
    self.suffix = suffix
  }

  func content(_ inner: [Character]) -> ReferenceContent {
    if inner.isEmpty { return .empty }
    return numbers.value(of: inner).map(ReferenceContent.complete) ?? .incomplete
  }

  /// `caret` is nil while text is selected.
  func outcome(
    _ inner: [Character], _ range: Range<Int>, _ replacement: String, isTyped: Bool, caret: Int?
  ) -> ReferenceOutcome {
    let units = symbols.display(inner)
    guard range.lowerBound >= 0, range.upperBound <= units.count else { return .rejected }
    let lower = units[..<range.lowerBound].count { !$0.isSeparator }
    let upper = units[..<range.upperBound].count { !$0.isSeparator }
    if replacement.isEmpty { return deletion(inner, range, lower..<upper, caret) }
    let scalars = Array(replacement.unicodeScalars)
    let before = Array(inner[..<lower])
    let after = Array(inner[upper...])
    let isKey = isTyped && (scalars.count == 1 || replacement == symbols.minus)
    let text: [Character]
    if isKey {
      let next = range.isEmpty && range.upperBound < units.count ? units[range.upperBound] : nil
      switch replacement == symbols.minus ? "-" : meaning(scalars[0]) {
      case nil: return .rejected
      // N8: a digit typed into a full fraction replaces the next digit.
      case let digit? where isTypedOver(digit, before, after, isSelected: !range.isEmpty):
        let result = before + [digit]
        guard numbers.accepts(result, followedBy: Array(after.dropFirst())) else {
          return .rejected
        }
        return accepted(result + after.dropFirst(), after: result.count)
      case ",": return next?.isSeparator == true ? .moved(range.upperBound + 1) : .rejected
      case "."? where range.isEmpty && after.first == ".",
        "?"? where range.isEmpty && after.first == ".":
        return .moved(range.upperBound + 1)
      case "?"?: text = ["."]
      case let character?: text = [character]
      }
    } else {
      guard let pasted = known.text(of: replacement, read: { pasted(scalars) }) else {
        return .rejected
      }
      text = pasted
    }
    return insertion(text, before, after)
  }

  private func isTypedOver(
    _ digit: Character, _ before: [Character], _ after: [Character], isSelected: Bool
  ) -> Bool {
    guard let count = numbers.fixedFraction, !isSelected, !after.isEmpty,
      "0123456789".contains(digit), let point = before.firstIndex(of: ".")
    else { return false }
    return before[(point + 1)...].count + after.count == count
  }

  private func accepted(_ inner: [Character], after count: Int) -> ReferenceOutcome {
    .accepted(
      symbols.text(inner), caret: symbols.caret(inner, after: count), content(inner))
  }

  private func deletion(
    _ inner: [Character], _ range: Range<Int>, _ removed: Range<Int>, _ caret: Int?
  ) -> ReferenceOutcome {
    var removed = removed
    // N10: backspace after a separator deletes the digit before it; forward delete in front of a
    // separator deletes the digit after it.
    if removed.isEmpty, !range.isEmpty {
      if caret == range.upperBound {
        removed = removed.lowerBound - 1..<removed.upperBound
      } else if caret == range.lowerBound {
        removed = removed.lowerBound..<removed.upperBound + 1
      }
    }
    if removed.isEmpty {
      return .accepted(symbols.text(inner), caret: range.lowerBound, content(inner))
    }
    // N3
    if ["0.", "-0."].contains(String(inner)), removed == inner.count - 1..<inner.count,
      caret == range.upperBound
    {
      removed = removed.lowerBound - 1..<removed.upperBound
    }
    return accepted(
      Array(inner[..<removed.lowerBound] + inner[removed.upperBound...]),
      after: removed.lowerBound)
  }

  private func insertion(
    _ text: [Character], _ before: [Character], _ after: [Character]
  ) -> ReferenceOutcome {
    var text = text
    var before = before
    let isDigit = { (character: Character?) in character.map { "0123456789".contains($0) } ?? false
    }
    // N1: a lone zero is replaced.
    if ["0", "-0"].contains(String(before)), !isDigit(after.first), isDigit(text[0]) {
      before.removeLast()
    }
    let signed = before.isEmpty && text[0] == "-"
    if signed || ["", "-"].contains(String(before)) {
      var number = signed ? Array(text.dropFirst()) : text
      // N1: a paste at the start of the whole part loses leading zeros.
      while number.first == "0", number.count > 1, isDigit(number[1]) { number.removeFirst() }
      // N2
      if number.first == "." { number.insert("0", at: 0) }
      text = (signed ? ["-"] : []) + number
    }
    guard numbers.accepts(before + text, followedBy: after) else { return .rejected }
    return accepted(before + text + after, after: before.count + text.count)
  }

  // N4: nil rejects the paste.
  private func pasted(_ scalars: [Unicode.Scalar]) -> [Character]? {
    let invisible: [ClosedRange<UInt32>] = [
      0xFEFF...0xFEFF, 0x200B...0x200B, 0xAD...0xAD, 0x2060...0x2060,
      0x200E...0x200F, 0x61C...0x61C, 0x202A...0x202E, 0x2066...0x2069,
    ]
    let isSeen = { (scalar: Unicode.Scalar) in !invisible.contains { $0.contains(scalar.value) } }
    func trimmed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
      var scalars = scalars
      while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
      while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
      return scalars
    }
    let text = trimmed(scalars.filter(isSeen))
    if let number = number(text) { return number }
    // Prefix and unit are removed on either side; a currency has a sign and a code. All spaces are
    // equal.
    let affixes = [prefix, suffix].flatMap(ReferenceSymbols.affixes)
      .map { equalSpaces(trimmed($0.unicodeScalars.filter(isSeen))) }
      .filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    var bare = text
    if let affix = affixes.first(where: { equalSpaces(bare).starts(with: $0) }) {
      bare.removeFirst(affix.count)
    }
    if let affix = affixes.first(where: { equalSpaces(bare).suffix($0.count) == $0[...] }) {
      bare.removeLast(affix.count)
    }
    return number(trimmed(bare))
  }

  private func equalSpaces(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    scalars.map { ["\u{A0}", "\u{202F}", "\u{2009}"].contains($0) ? " " : $0 }
  }

  private func number(_ scalars: [Unicode.Scalar]) -> [Character]? {
    var text: [Character] = []
    for scalar in scalars {
      guard let character = meaning(scalar) else { return nil }
      text.append(character)
    }
    // N6: an unknown separator is the decimal separator, except before three digits.
    if let place = text.lastIndex(of: "?"), text.count - place == 4,
      text[(place + 1)...].allSatisfy("0123456789".contains)
    {
      return nil
    }
    text = text.map { $0 == "?" ? "." : $0 }
    guard text.contains(",") else { return text.isEmpty ? nil : text }
    // The separators must be a subset of those between all groups.
    let sign = text.prefix { $0 == "-" }
    let whole = text.dropFirst(sign.count).prefix { $0 != "." }
    let rest = text.dropFirst(sign.count + whole.count)
    if rest.contains(",") || whole.contains("-") { return nil }
    let digits = whole.filter { $0 != "," }
    var remaining = whole[...]
    for character in symbols.fullyGrouped(digits) {
      if remaining.first == character {
        remaining.removeFirst()
      } else if character != "," {
        return nil
      }
    }
    return remaining.isEmpty ? sign + digits + rest : nil
  }

  // N5 and N6: the meaning of a scalar; "?" can only be the decimal separator.
  private func meaning(_ scalar: Unicode.Scalar) -> Character? {
    let text = String(Character(scalar))
    if text == symbols.point { return "." }
    if let separator = symbols.separator {
      let spaces = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]
      let apostrophes = ["'", "\u{2019}"]
      for alike in [[separator], spaces, apostrophes]
      where alike.contains(separator) && alike.contains(text) { return "," }
    }
    if text == "\u{66B}" { return "." }
    if text == "." || text == "," { return "?" }
    let minuses =
      "-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{207B}\u{208B}\u{2212}\u{2796}\u{30FC}"
    if (minuses + "\u{FE58}\u{FE63}\u{FF0D}").unicodeScalars.contains(scalar) { return "-" }
    if text == "\u{FF0E}" { return meaning(".") }
    if text == "\u{FF0C}" { return meaning(",") }
    let properties = scalar.properties
    guard properties.generalCategory == .decimalNumber else { return nil }
    return Character(String(Int(properties.numericValue!)))
  }
}
