internal import Records

/// What an expression cannot do that becomes a part of a table, where every program has to be able
/// to evaluate it, and it gives the same each time.
extension ExpressionTranslator {
  static let longNumber = "a number in a computed property has at most 15 digits"

  static func list(_ name: String) -> String {
    "\(name.asName) is a list, and nothing is computed from lists"
  }

  /// Writes a text of the expression.
  mutating func literal(_ text: String, at place: Int) throws(StoreError) {
    guard isPortable else { return emission.bind(.literal(.text(text)), at: place) }
    guard !text.unicodeScalars.contains("\0") else {
      throw error("a text cannot hold the character U+0000", at: place)
    }
    emission.write(text.asSQLText, at: place)
  }

  /// Refuses a value that is given at evaluation.
  func checkTakesValues(at place: Int) throws(StoreError) {
    guard isPortable else { return }
    throw error(
      "a computed property takes no parameters; expected a property or a value", at: place)
  }

  /// Refuses what reads other records.
  func checkReadsOthers(_ what: String, at index: Int) throws(StoreError) {
    guard isPortable else { return }
    throw error(
      "a computed property reads its own record only, and \(what) reads others", at: index)
  }

  /// Refuses a function that other programs lack, or that does not only calculate with its values.
  func checkIsPortable(_ name: String, at place: Int) throws(StoreError) {
    guard isPortable, let function = ExpressionFunction.named(name), !function.isPortable else {
      return
    }
    if let other = function.substitute {
      throw error(
        "\(name) is a function of this program, and other programs read the file too; use \(other)",
        at: place)
    }
    guard function.group == .dates else { return try checkReadsOthers("\(name)()", at: place) }
    throw error(
      "\(name)() is a date function, which a computed property cannot use; substr() takes a "
        + "date apart, as in substr(day, 1, 4)", at: place)
  }

  /// Refuses a property of the record whose stored value is nothing to calculate with.
  func checkIsCalculable(
    _ name: String, in scope: ExpressionScope, at place: Int
  ) throws(StoreError) {
    guard isPortable, scope.isOwn, let property = scope.sources.first?.type?[name] else { return }
    if property.kind.isList { throw error(Self.list(name), at: place) }
    guard Storage(property).isLong else { return }
    throw error(
      "\(name.asName) can have more than \(Storage.doubleDigits) digits, and nothing is computed "
        + "from such numbers, for digits may be lost", at: place)
  }
}

extension ExpressionNumber {
  /// The number as SQL writes it, which every program reads alike; nil for one of more digits than
  /// a binary fraction has.
  var literal: String? {
    switch self {
    case .integer(let value): value < 0 ? "(\(value))" : "\(value)"
    case .double(let value): value.description
    case .decimal(let value): value.isLong ? nil : value.asSQLNumber
    }
  }
}

extension ExactDecimal {
  /// A number of at most 15 digits as SQL writes a binary fraction.
  ///
  /// A division is exact to the last bit everywhere; a numeral with a point is not.
  var asSQLNumber: String {
    let text = description
    guard let point = text.firstIndex(of: ".") else { return text + ".0" }
    let fraction = text[text.index(after: point)...]
    let power = String(repeating: "0", count: fraction.utf8.count)
    return "(\(text[..<point])\(fraction) / 1\(power).0)"
  }
}
