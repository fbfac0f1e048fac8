/// The kind of a property's values as written.
public enum KindSyntax: Hashable, Sendable {
  /// Texts.
  case text
  /// Whole numbers.
  case integer
  /// Decimals of at most `integer` digits before the point and `fraction` digits behind it; nil
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

  /// The words for kinds.
  public static let names = [
    "Text", "Integer", "Decimal", "Double", "Boolean", "Date", "DateTime", "Choice", "Hex", "Card",
    "Mask",
  ]
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

extension String {
  /// Whether a tokenizer reads it as one word.
  fileprivate var isPlainWord: Bool {
    let bytes = Array(utf8)
    return !bytes.isEmpty && wordEnd(in: bytes, from: 0) == bytes.count
  }
}

extension Parser {
  /// Reads a kind with its arguments, without the `?` behind it.
  mutating func kind() throws(SyntaxError) -> Spanned<KindSyntax> {
    note(words: KindSyntax.names)
    guard isAtWord, let token = current else {
      throw unexpected("a kind such as \"Text\"", candidates: KindSyntax.names)
    }
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
      throw unknown("kind", word, at: span(of: token), among: KindSyntax.names)
    }
    advance()
    return Spanned(kind, at: span(from: first))
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
