/// The kind of a property's values as written.
package enum KindSyntax: Hashable, Sendable {
  /// Texts.
  case text
  /// Whole numbers.
  case integer
  /// Decimals of at most `integer` digits before the point and `fraction` digits after it; nil
  /// where the definition does not say.
  case decimal(integer: Spanned<Int>?, fraction: Spanned<ClosedRange<Int>>?)
  /// Numbers of double precision.
  case double
  /// `true` and `false`.
  case boolean
  /// Days.
  case date
  /// Moments.
  case dateTime
  /// One of some names, at least one, which are all different.
  case choice([Spanned<String>])
  /// Texts of so many hexadecimal digits.
  case hex(digits: Spanned<Int>)
  /// Numbers of payment cards.
  case card
  /// Texts of a form.
  case mask(Spanned<String>)
  /// Records of the type of this name, which need not be defined.
  case reference(Name)
  /// Values of a kind, in an order; of a reference, records that are owned.
  indirect case list(Spanned<KindSyntax>)

  /// The words for kinds.
  package static let names = [
    "Text", "Integer", "Decimal", "Double", "Boolean", "Date", "DateTime", "Choice", "Hex", "Card",
    "Mask",
  ]

  /// The kind that is probably meant by the name of a type that is never defined.
  package static func suggestion(for name: String) -> String? {
    CommandLanguage.suggestion(for: name, among: names)
  }
}

extension KindSyntax {
  /// The words that are values of the kind.
  var words: [String] {
    switch self {
    case .boolean: ["true", "false"]
    case .date: ["today"]
    case .dateTime: ["now"]
    case .choice(let names): names.map(\.value).filter(\.isPlainWord)
    default: []
    }
  }
}

extension Parser {
  /// Reads a kind with its arguments, without the `?` after it.
  mutating func kind() throws(SyntaxError) -> Spanned<KindSyntax> {
    note(.sign("["))
    guard isAt("[") else { return try singleKind() }
    let first = index
    _ = try open("[")
    if isAt("[") { throw nestedList() }
    let item = try singleKind()
    if isAt("?"), let token = current {
      let written = text(tokens[first + 1].start..<tokens[index - 1].end)
      throw SyntaxError(
        .syntax, at: span(of: token), "the items of a list cannot be nil",
        hint: "write \"[\(written)]\"")
    }
    try close("]")
    return Spanned(.list(item), at: span(from: first))
  }

  /// Reads a kind that is no list.
  private mutating func singleKind() throws(SyntaxError) -> Spanned<KindSyntax> {
    note(words: KindSyntax.names)
    note(.type)
    guard let token = current, name(token) != nil else { throw missingKind() }
    let first = index
    let word = text(of: token)
    let kind: KindSyntax
    switch word {
    case "Text": kind = .text
    case "Integer": kind = .integer
    case "Double": kind = .double
    case "Boolean": kind = .boolean
    case "Date": kind = .date
    case "DateTime": kind = .dateTime
    case "Card": kind = .card
    case "Choice", "Hex", "Mask":
      advance()
      kind = try kindWithArguments(word)
      return Spanned(kind, at: span(from: first))
    case "Decimal":
      advance()
      kind = try decimal()
      return Spanned(kind, at: span(from: first))
    default:
      kind = .reference(try typeOfReference())
      return Spanned(kind, at: span(from: first))
    }
    advance()
    return Spanned(kind, at: span(from: first))
  }

  private func missingKind() -> SyntaxError {
    unexpected("a kind such as \"Text\"", candidates: KindSyntax.names)
  }

  /// Reads the name of a type, which is not that of a kind in other letters.
  private mutating func typeOfReference() throws(SyntaxError) -> Name {
    if isAtPropertyStart { throw missingKind() }
    let type = try name("a type")
    let lowercased = type.value.lowercased()
    // A type has no arguments.
    if isAt("(") || KindSyntax.names.contains(where: { $0.lowercased() == lowercased }) {
      throw unknown("kind", type.value, at: type.span, among: KindSyntax.names)
    }
    return type
  }

  /// Reads the digits of a decimal; those that are not given follow from the property's range.
  mutating func decimal() throws(SyntaxError) -> KindSyntax {
    note(.sign("("))
    guard isAt("(") else { return .decimal(integer: nil, fraction: nil) }
    _ = try open("(")
    var integer: Spanned<Int>?
    var fraction: Spanned<ClosedRange<Int>>?
    repeat {
      note(words: (integer == nil ? ["integer:"] : []) + (fraction == nil ? ["fraction:"] : []))
      if integer == nil, isAt("integer") {
        try takeArgument()
        integer = try natural("a number of digits")
      } else if fraction == nil, isAt("fraction") {
        try takeArgument()
        fraction = try digits()
      } else {
        let missing = (integer == nil ? ["integer"] : []) + (fraction == nil ? ["fraction"] : [])
        throw unexpected(
          missing.map { "\"\($0):\"" }.joined(separator: " or "), hint: nil, candidates: missing)
      }
    } while (integer == nil || fraction == nil) && skip(",")
    try close(")")
    return .decimal(integer: integer, fraction: fraction)
  }

  private mutating func takeArgument() throws(SyntaxError) {
    advance()
    try take(":")
  }

  /// Reads a number of digits or a range of them.
  private mutating func digits() throws(SyntaxError) -> Spanned<ClosedRange<Int>> {
    if current?.kind == .number, !isToken(index + 1, "...") {
      let count = try natural("a number of digits")
      return Spanned(count.value...count.value, at: count.span)
    }
    let range = try naturalRange()
    guard let upper = range.upper else {
      throw SyntaxError(.syntax, at: range.span, "expected an upper bound for the digits")
    }
    return Spanned((range.lower?.value ?? 0)...upper.value, at: range.span)
  }
}
