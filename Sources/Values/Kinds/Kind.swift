/// The description of a kind, except its grammar.
protocol Kind: Sendable {
  var name: String { get }
  var writtenArguments: [String] { get }
  var expectation: String { get }
  var traits: KindTraits { get }
  var storage: StorageClass { get }
  /// The default of a property that is not optional and has no explicit default; nil if the kind
  /// has no default.
  var zero: Value? { get }
  /// Words accepted as values, such as `true` or `today`.
  var words: [String] { get }
  /// The numbers of digits before and after the decimal point, if specified; nil for a kind without
  /// such numbers.
  var digits: (integer: Int?, fraction: ClosedRange<Int>?)? { get }
  /// A hint for input that lacks a required sign, such as `%` or `:`.
  var markHint: String? { get }

  func check() throws(Violation)

  /// Converts a value to this kind without loss of meaning; nil if it has another kind.
  func value(_ value: Value) throws(Violation) -> Value?

  /// Parses a text that is typed, pasted or part of a command; nil if the kind has no text syntax
  /// or the text does not match this syntax.
  func value(reading text: String) throws(Violation) -> Value?

  /// Parses a text from a format in which all values are texts, such as CSV: accepts the syntax of
  /// ``value(reading:)-(String)``, numbers in command syntax, and for a Boolean `true`, `false`, `1`
  /// and `0`.
  func value(parsing text: String) throws(Violation) -> Value?

  /// Converts the result of an expression; nil if no conversion is needed.
  func value(ofResult value: Value) -> Value?

  /// The complete text of a value in plain output, such as `08:30:00`.
  func written(_ value: Value) -> String

  /// The text of a value in a label, if the format does not depend on the locale.
  func shown(_ value: Value) -> String

  /// Other common notations of a value, without separators.
  func otherTexts(of value: Value) -> [String]

  /// The texts of the values in JSON. Used only for kinds stored as text, in written form or as
  /// seconds; for other kinds the storage determines the JSON.
  var writtenForm: WrittenForm { get }
}

extension Kind {
  var writtenArguments: [String] { [] }
  var traits: KindTraits { KindTraits() }
  var storage: StorageClass { .text }
  var zero: Value? { nil }
  var words: [String] { [] }
  var digits: (integer: Int?, fraction: ClosedRange<Int>?)? { nil }
  var markHint: String? { nil }
  func check() throws(Violation) {}

  func value(_ value: Value) throws(Violation) -> Value? {
    guard case .text(let text) = value else { return nil }
    return try self.value(reading: text)
  }

  func value(reading text: String) throws(Violation) -> Value? { nil }

  func value(parsing text: String) throws(Violation) -> Value? { try value(.text(text)) }

  func value(ofResult value: Value) -> Value? { nil }
  func written(_ value: Value) -> String { value.description }
  func shown(_ value: Value) -> String { written(value) }
  func otherTexts(of value: Value) -> [String] { [] }
  var writtenForm: WrittenForm { .any }
}

protocol NamedKind: Kind {
  static var name: String { get }
  static var arguments: KindArguments { get }
  static var traits: KindTraits { get }
  static var guide: KindGuide { get }
}

extension NamedKind {
  static var traits: KindTraits { KindTraits() }
  var name: String { Self.name }
  var traits: KindTraits { Self.traits }
}

package struct KindGuide: Hashable, Sendable {
  package var summary: String
  package var definition: String
  package var value: String

  init(_ summary: String, definition: String, value: String) {
    self.summary = summary
    self.definition = definition
    self.value = value
  }
}

package enum WrittenForm: Hashable, Sendable {
  case any
  case names([String])
  /// A regular expression that matches the whole text and is portable between engines, and the name
  /// of the JSON Schema format if there is one.
  case pattern(String, format: String? = nil)
}

package enum KindArguments: Sendable {
  case none(PropertyKind)
  /// A number in parentheses, such as `Hex(6)`.
  case number(String, example: String, @Sendable (Int) -> PropertyKind)
  /// An optional word in parentheses, such as `Time(seconds)`.
  case word(String, @Sendable (Bool) -> PropertyKind)
  /// Names in parentheses, such as `Choice(admin, editor)`.
  case names(example: String, @Sendable ([String]) -> PropertyKind)
  /// A text in parentheses, such as `Mask("000-AA")`.
  case text(String, example: String, @Sendable (String) throws(Violation) -> PropertyKind)
  /// An optional calling code in parentheses, such as `Phone(+49)`.
  case callingCode(example: String, @Sendable (String?) -> PropertyKind)
  /// Optional numbers of digits, such as `Decimal(integer: 8, fraction: 2)`.
  case digits(@Sendable (_ integer: Int?, _ fraction: ClosedRange<Int>?) -> PropertyKind)
}

package struct KindTraits: Hashable, Sendable {
  package enum Clock: String, Sendable { case today, now }

  /// Whether the kind was added after the first version, so that older databases may have a type of
  /// the same name.
  var isLater = false
  var isNumeric = false
  var isGroupable = false
  var hasRange = false
  var isMasked = false
  /// Whether users commonly insert spaces and other separators that are not part of the value.
  var isSpaced = false
  var isComputable = false
  /// Whether expressions convert a quoted text to this kind if the other operand has this kind.
  var isQuotedInExpressions = false
  var clock: Clock?
  var keyboard = PropertyKind.Keyboard.text
}

package enum StorageClass: Hashable, Sendable {
  case text
  case integer
  case seconds
  case boolean
  case double
  /// A floating-point number if the property allows at most 15 digits, otherwise a text.
  case decimal
  /// Like a decimal, but the fraction instead of the percentage: 0.125 for 12.5 %.
  case percent
  /// The canonical text of a value; texts sort in the order of their values.
  case written
  /// The number of a record of this type.
  case reference(String)
  case list(PropertyKind)
  /// A list of records of this type, which is not stored in a column of its own.
  case records(String)
}
