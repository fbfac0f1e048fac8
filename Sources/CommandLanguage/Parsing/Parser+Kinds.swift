package import Values

extension PropertyKind {
  /// The names of our kinds, by the names in other databases and languages, in lower case.
  static let namesElsewhere: [String: String] = [
    "int": "Integer", "integer": "Integer", "bigint": "Integer", "smallint": "Integer",
    "text": "Text", "varchar": "Text", "char": "Text", "string": "Text", "str": "Text",
    "real": "Double", "double": "Double", "float": "Double", "decimal": "Decimal",
    "numeric": "Decimal", "number": "Decimal", "money": "Decimal", "currency": "Decimal",
    "boolean": "Boolean", "bool": "Boolean", "date": "Date", "time": "Time",
    "datetime": "DateTime", "timestamp": "DateTime", "interval": "Duration", "enum": "Choice",
  ]

  package static func meant(by name: String, among types: [String] = []) -> String? {
    namesElsewhere[name.lowercased()] ?? suggestion(for: name, among: types + names)
  }
}

extension Parser {
  mutating func kind() throws(SyntaxError) -> Spanned<PropertyKind> {
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
    let kind: PropertyKind =
      if case .reference(let type) = item.value { .records(of: type) } else {
        .list(of: item.value)
      }
    return Spanned(kind, at: span(from: first))
  }

  private mutating func singleKind() throws(SyntaxError) -> Spanned<PropertyKind> {
    note(words: PropertyKind.names)
    note(.type)
    guard let token = current, name(token) != nil else { throw missingKind() }
    let first = index
    let kind: PropertyKind
    if let arguments = PropertyKind.arguments(of: text(of: token)) {
      advance()
      kind = try self.kind(with: arguments)
    } else {
      kind = .reference(to: try typeOfReference().value)
    }
    return Spanned(kind, at: span(from: first))
  }

  private func missingKind() -> SyntaxError {
    unexpected("a kind such as \"Text\"", candidates: PropertyKind.names)
  }

  private mutating func typeOfReference() throws(SyntaxError) -> Name {
    if isAtPropertyStart { throw missingKind() }
    let type = try name("a type")
    // A database can have a type that is older than a kind of the same name. Such a type is written
    // in backticks.
    let isOlder = tokens[index - 1].kind == .quotedName && type.value.isNameOfLaterKind
    // Types have no arguments.
    if isAt("(") || type.value.isNameOfKind && !isOlder {
      var error = unknown("kind", type.value, at: type.span, among: PropertyKind.names)
      error.hint = didYouMean(PropertyKind.meant(by: type.value))
      throw error
    }
    return type
  }

  mutating func kind(with arguments: KindArguments) throws(SyntaxError) -> PropertyKind {
    switch arguments {
    case .none(let kind):
      guard isAt("("), isAdjacent else { return kind }
      let length = count(at: index + 1).map { "write \"Text length ...\($0)\"" }
      throw SyntaxError(
        .syntax, at: here, "the kind \(kind.name) has no arguments",
        hint: kind == .text ? length : nil)
    case .number(let what, let example, let make):
      try openArguments("\(what), as in \"\(example)\"")
      let number = try natural(what)
      try close(")")
      return make(number.value)
    case .word(let word, let make):
      note(.sign("("))
      guard isAt("(") else { return make(false) }
      _ = try open("(")
      note(words: [word])
      guard isAtWord, let token = current, text(of: token) == word else {
        throw unexpected("\"\(word)\"", candidates: [word])
      }
      advance()
      try close(")")
      return make(true)
    case .names(let example, let make):
      let names = try names("names, as in \"\(example)\"")
      let kind = make(names.map(\.value))
      do {
        try kind.check()
      } catch {
        let culprit = Self.culprit(among: names, make)
        throw SyntaxError(.value, at: culprit.span, error.message)
      }
      return kind
    case .text(let what, let example, let make):
      let written = example.replacing("\"", with: "\\\"")
      try openArguments("\(what), as in \"\(written)\"")
      let text = try quotedText(what)
      try close(")")
      do {
        return try make(text.value)
      } catch {
        throw SyntaxError(.value, at: text.span, error.message)
      }
    case .callingCode(let example, let make):
      note(.sign("("))
      guard isAt("(") else { return make(nil) }
      _ = try open("(")
      let country = try callingCode("a country code, as in \"\(example)\"")
      let kind = make(country.value)
      do {
        try kind.check()
      } catch {
        throw SyntaxError(.value, at: country.span, error.message)
      }
      try close(")")
      return kind
    case .digits(let make):
      let (integer, fraction) = try decimalDigits()
      return make(integer?.value, fraction?.value)
    }
  }

  private mutating func openArguments(_ wanted: String) throws(SyntaxError) {
    guard isAt("(") else { throw unexpected(wanted) }
    _ = try open("(")
  }

  /// Accepts digits without `+` and `+` without digits, so that the caller reports the error.
  private mutating func callingCode(_ wanted: String) throws(SyntaxError) -> Spanned<String> {
    let first = index
    let hasPlus = skip("+")
    if current?.kind == .number {
      advance()
    } else if !hasPlus || !isAt(")") {
      throw unexpected(wanted)
    }
    return Spanned(text(tokens[first].start..<tokens[index - 1].end), at: span(from: first))
  }

  private mutating func names(_ wanted: String) throws(SyntaxError) -> [Name] {
    try openArguments(wanted)
    var names: [Name] = []
    repeat {
      names.append(try textOrWord(names.isEmpty ? wanted : "a name"))
    } while skip(",")
    try close(")")
    return names
  }

  private static func culprit(among names: [Name], _ make: ([String]) -> PropertyKind) -> Name {
    // Once a name is invalid, all longer prefixes are invalid too.
    let failing = (1..<names.count).partitionIndex { count in
      (try? make(names[..<count].map(\.value)).check()) == nil
    }
    return names[failing - 1]
  }

  /// The digits in parentheses; an omitted part is nil.
  mutating func decimalDigits() throws(SyntaxError) -> (
    integer: Spanned<Int>?, fraction: Spanned<ClosedRange<Int>>?
  ) {
    note(.sign("("))
    guard isAt("(") else { return (nil, nil) }
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
          missing.map { "\"\($0):\"" }.joined(separator: " or "), hint: digitsHint,
          candidates: missing)
      }
    } while (integer == nil || fraction == nil) && skip(",")
    try close(")")
    return (integer, fraction)
  }

  /// The hint for SQL's `Decimal(8, 2)`: 8 digits in all, 2 of them after the decimal point.
  private var digitsHint: String? {
    guard isToken(index - 2, "Decimal"), isToken(index - 1, "("), let all = count(at: index) else {
      return nil
    }
    var fraction = 0
    if !isToken(index + 1, ")") {
      guard isToken(index + 1, ","), isToken(index + 3, ")"), let count = count(at: index + 2)
      else { return nil }
      fraction = count
    }
    guard fraction <= all else { return nil }
    return "write \"Decimal(integer: \(max(1, all - fraction)), fraction: \(fraction))\""
  }

  private func count(at index: Int) -> Int? {
    guard index < limit, tokens[index].kind == .number else { return nil }
    return Int(text(of: tokens[index]))
  }

  private mutating func takeArgument() throws(SyntaxError) {
    advance()
    try take(":")
  }

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
