/// The description of a kind, except its grammar.
protocol Kind: Sendable {
  /// As written in a definition.
  var name: String { get }
  var writtenArguments: [String] { get }
  var expectation: String { get }
  var traits: KindTraits { get }
  var storage: StorageClass { get }
  /// The value of a property that is not given one; nil if there is no such value.
  var zero: Value? { get }
  /// Words accepted as values, such as `true` or `today`.
  var words: [String] { get }
  /// Before and after the point, if specified; nil for a kind without a number of digits.
  var digits: (integer: Int?, fraction: ClosedRange<Int>?)? { get }
  /// A hint for a plain number if values need a mark, such as `%`.
  var markHint: String? { get }

  func check() throws(Violation)

  /// Converts a value to this kind without loss of meaning; nil if it has another kind.
  func value(_ value: Value) throws(Violation) -> Value?

  /// Parses any text, whether it is typed, pasted or part of a command; nil if the kind has no text
  /// syntax or the text does not follow it.
  func value(reading text: String) throws(Violation) -> Value?

  /// Parses a text from a format in which all values are texts, such as CSV: the syntax of
  /// ``value(reading:)-(String)``, and numbers, `true` and `false` in command syntax.
  func value(parsing text: String) throws(Violation) -> Value?

  /// Converts the result of an expression; nil if no conversion is needed.
  func value(ofResult value: Value) -> Value?

  /// A value in JSON and plain output, complete, such as `08:30:00`.
  func written(_ value: Value) -> String

  /// A value in a label, if the format does not depend on the locale.
  func shown(_ value: Value) -> String

  /// The letters and digits of a value in other common notations.
  func otherTexts(of value: Value) -> [String]

  /// The texts of the values in JSON. Only used for kinds stored as text, written form or seconds,
  /// because the storage determines the JSON of all others.
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
  /// A regular expression of the common dialects that matches the whole text, and the name of the
  /// format in JSON Schema if it has one.
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
  /// Optional numbers of digits: `Decimal(integer: 8, fraction: 2)`.
  case digits(@Sendable (_ integer: Int?, _ fraction: ClosedRange<Int>?) -> PropertyKind)
}

package struct KindTraits: Hashable, Sendable {
  /// The source of a default at the creation of a record.
  package enum Clock: String, Sendable { case today, now }

  /// Whether databases of older versions lack the kind, so that one of their types may have its
  /// name.
  var isLater = false
  var isNumeric = false
  var isGroupable = false
  var hasRange = false
  var isMasked = false
  /// Whether users put meaningless spaces and other separators between the characters.
  var isSpaced = false
  var isComputable = false
  /// Whether an expression parses a quoted text beside a value of this kind as the same kind.
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
  /// A floating-point number if it has at most 15 digits, otherwise text.
  case decimal
  /// A fraction in the format of a decimal, not the percentage.
  case percent
  /// The canonical text of a value, which sorts like the values.
  case written
  /// The number of a record of this type.
  case reference(String)
  case list(PropertyKind)
  /// Not stored: the records of this type refer to their owner.
  case records(String)
}
