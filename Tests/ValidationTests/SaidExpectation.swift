// A user's interpretation of a reason. Imports nothing from the engine.

/// What the words of a reason claim about the next character.
enum SaidExpectation {
  /// Only these scalars, unless the list ends in an ellipsis.
  case scalars([Claim], isWhole: Bool)
  case nothing
  case elsewhere
  /// At most this many characters in total.
  case atMost(Int)
  case more(Int)

  enum Claim {
    case range(ClosedRange<Unicode.Scalar>)
    case text(String)
    /// All except these, and unknown others if their list ends in an ellipsis.
    case allBut([Claim], isWhole: Bool)
    case letter, capital, small, digit, space, lineBreak
    /// Combines with the previous character.
    case mark
  }

  /// nil if the reason makes no claim that can be tested.
  init?(_ reason: String) {
    if let list = reason.text(behindLast: "expected ") {
      self.init(list: list)
    } else if let list = reason.text(behindLast: " more characters: ") {
      self.init(list: list)
    } else if reason.hasPrefix("the text is incomplete") {
      self = .elsewhere
    } else if reason.hasPrefix("nothing can") || reason.hasPrefix("there is no")
      || reason.hasPrefix("no text can")
    {
      self = .nothing
    } else if reason.hasPrefix("at most "),
      let count = Int(reason.dropFirst(8).prefix { $0 != " " })
    {
      self = .atMost(count)
    } else if reason == "one more character" {
      self = .more(1)
    } else if reason.hasSuffix(" more characters"), let count = Int(reason.prefix { $0 != " " }) {
      self = .more(count)
    } else {
      return nil
    }
  }

  private init?(list: String) {
    var rest = list.unicodeScalars[...]
    guard let claims = SaidExpectation.claims(&rest) else { return nil }
    var isWhole = true
    if rest.elementsEqual(", …".unicodeScalars) {
      isWhole = false
    } else if !rest.isEmpty {
      return nil
    }
    self = .scalars(claims, isWhole: isWhole)
  }

  private static func claims(_ rest: inout Substring.UnicodeScalarView) -> [Claim]? {
    var claims: [Claim] = []
    repeat {
      guard let claim = claim(&rest) else { return nil }
      claims.append(claim)
    } while !rest.elementsEqual(", …".unicodeScalars) && (take(", ", &rest) || take(" or ", &rest))
    return claims
  }

  private static func claim(_ rest: inout Substring.UnicodeScalarView) -> Claim? {
    let words: [(String, Claim)] = [
      ("a letter", .letter), ("a capital letter", .capital), ("a small letter", .small),
      ("a digit", .digit), ("white space", .space), ("a line break", .lineBreak),
      ("a combining mark", .mark),
    ]
    for (word, claim) in words where take(word, &rest) { return claim }
    if take("any character", &rest) {
      guard take(" but ", &rest) else { return .allBut([], isWhole: true) }
      guard let claims = claims(&rest) else { return nil }
      return .allBut(claims, isWhole: !take(", …", &rest))
    }
    guard let first = text(&rest) else { return nil }
    guard take("–", &rest) else { return .text(first) }
    guard let last = text(&rest), let low = first.unicodeScalars.first,
      let high = last.unicodeScalars.first
    else { return nil }
    return .range(low...high)
  }

  // A quoted text, or one letter or digit without quotation marks.
  private static func text(_ rest: inout Substring.UnicodeScalarView) -> String? {
    guard let first = rest.popFirst() else { return nil }
    guard first == "\"" else { return String(first) }
    var text = ""
    while let scalar = rest.popFirst(), scalar != "\"" {
      guard scalar == "\\" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n": text += "\n"
      case "r": text += "\r"
      case "t": text += "\t"
      case "u":
        let code = rest.dropFirst().prefix { $0 != "}" }
        rest = rest.dropFirst(code.count + 2)
        guard let scalar = UInt32(String(code), radix: 16).flatMap(Unicode.Scalar.init) else {
          return nil
        }
        text.unicodeScalars.append(scalar)
      case let scalar?: text.unicodeScalars.append(scalar)
      case nil: return nil
      }
    }
    return text
  }

  private static func take(_ text: String, _ rest: inout Substring.UnicodeScalarView) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }
}

extension SaidExpectation.Claim {
  /// Ignores case.
  func isText(_ other: String) -> Bool {
    guard case .text(let text) = self else { return false }
    return text.lowercased() == other.lowercased()
  }

  /// Whether the claim includes a scalar after a text of this length.
  func names(_ scalar: Unicode.Scalar, after count: Int) -> Bool {
    answer(scalar, after: count) == true
  }

  /// nil if a user could not tell, for example for a mark among letters.
  func answer(_ scalar: Unicode.Scalar, after count: Int) -> Bool? {
    let properties = scalar.properties
    let category = properties.generalCategory
    switch self {
    case .range(let range): return range.contains(scalar)
    // A whole name claims its scalar at the caret.
    case .text(let text):
      let scalars = Array(text.unicodeScalars)
      return scalars.count == 1 ? scalars[0] == scalar : scalars[count...].first == scalar
    case .allBut(let claims, let isWhole):
      guard let isNamed = claims.answer(scalar, after: count) else { return nil }
      return isNamed ? false : isWhole ? true : nil
    case .letter:
      switch category {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
        return true
      case .nonspacingMark, .spacingMark, .enclosingMark: return nil
      case .connectorPunctuation: return scalar == "_" ? false : nil
      default:
        return properties.isAlphabetic || properties.isJoinControl ? nil : false
      }
    case .capital: return category == .uppercaseLetter ? true : properties.isUppercase ? nil : false
    case .small: return category == .lowercaseLetter ? true : properties.isLowercase ? nil : false
    case .mark: return scalar.isASCII && scalar != "\n" ? false : nil
    case .digit: return category == .decimalNumber
    case .space: return properties.isWhitespace
    case .lineBreak: return "\n\r\u{B}\u{C}\u{85}\u{2028}\u{2029}".unicodeScalars.contains(scalar)
    }
  }
}

extension [SaidExpectation.Claim] {
  /// nil if no claim includes the scalar, and a user could not tell for one of them.
  func answer(_ scalar: Unicode.Scalar, after count: Int) -> Bool? {
    let answers = map { $0.answer(scalar, after: count) }
    return answers.contains(true) ? true : answers.contains(nil) ? nil : false
  }
}

extension String {
  fileprivate func text(behindLast part: String) -> String? {
    indices.last { self[$0...].hasPrefix(part) }.map { String(self[$0...].dropFirst(part.count)) }
  }
}
