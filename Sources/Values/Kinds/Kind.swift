/// The description of a kind: all that is known of it but its grammar.
///
/// Each kind is one file, and a case of ``PropertyKind``.
protocol Kind: Sendable {
  /// The name as a definition writes it.
  var name: String { get }
  /// The arguments as a definition writes them.
  var writtenArguments: [String] { get }
  /// What a value is, for a message.
  var expectation: String { get }
  /// What a view, a definition and an expression need to know.
  var traits: KindTraits { get }
  /// How a database keeps the values.
  var storage: StorageClass { get }
  /// What a property has that is given no value; nil where there is no such value.
  var zero: Value? { get }
  /// The words that are values, or are read as one.
  var words: [String] { get }
  /// How many digits its numbers have before and after the point, as far as the kind says; nil for
  /// a kind that does not count digits.
  var digits: (integer: Int?, fraction: ClosedRange<Int>?)? { get }
  /// What helps who writes a number alone where that is never a value, for those have a mark.
  var markHint: String? { get }

  /// Checks the arguments.
  func check() throws(Violation)

  /// A value as one of this kind, without loss of meaning; nil where nothing more can be said than
  /// what was expected.
  func value(_ value: Value) throws(Violation) -> Value?

  /// The value that a text means; nil for a kind that is not read from texts.
  ///
  /// This is the one place where texts are judged, be they typed, pasted or written in a command.
  func value(reading text: String) throws(Violation) -> Value?

  /// The value that a text means where all values are texts, as between commas: what
  /// ``value(reading:)-(String)`` reads, and numbers, `true` and `false` as a command writes them.
  func value(parsing text: String) throws(Violation) -> Value?

  /// What an expression has come to, as a value of this kind; nil where it needs no conversion.
  func value(ofResult value: Value) -> Value?

  /// A value as JSON and plain output have it, with what the kind always shows of it.
  func written(_ value: Value) -> String

  /// A value as a label shows it where that needs no locale.
  func shown(_ value: Value) -> String

  /// What the letters and digits of a value can be where people write it in another way.
  func otherTexts(of value: Value) -> [String]

  /// Which texts the values are in JSON. Only kinds stored as texts, written forms or seconds are
  /// asked: what numbers, truth values, records and lists are in JSON follows from their storage.
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

/// A kind with a name of its own, which definitions use.
protocol NamedKind: Kind {
  static var name: String { get }
  /// What a definition writes after the name.
  static var arguments: KindArguments { get }
  static var traits: KindTraits { get }
  /// What a person is told of the kind.
  static var guide: KindGuide { get }
}

extension NamedKind {
  static var traits: KindTraits { KindTraits() }
  var name: String { Self.name }
  var traits: KindTraits { Self.traits }
}

/// What a person is told of a kind.
package struct KindGuide: Hashable, Sendable {
  /// What the values are, in a sentence or a few.
  package var summary: String
  /// A property's kind with clauses that are often used, as a definition writes it.
  package var definition: String
  /// A value of such a property, as a command writes it.
  package var value: String

  init(_ summary: String, definition: String, value: String) {
    self.summary = summary
    self.definition = definition
    self.value = value
  }
}

/// Which texts the values of a kind are in JSON, as other programs can check them.
package enum WrittenForm: Hashable, Sendable {
  case any
  /// One of these.
  case names([String])
  /// All of each text matches an expression that engines of other languages read too.
  ///
  /// - format: What JSON Schema calls such texts, where it has a name for them.
  case pattern(String, format: String? = nil)
}

/// What a definition writes after the name of a kind, and the kind that it makes.
package enum KindArguments: Sendable {
  /// Nothing.
  case none(PropertyKind)
  /// A number in brackets, such as `Hex(6)`.
  case number(String, example: String, @Sendable (Int) -> PropertyKind)
  /// A word in brackets, which can be missing, such as `Time(seconds)`.
  case word(String, @Sendable (Bool) -> PropertyKind)
  /// Names in brackets, such as `Choice(admin, editor)`.
  case names(example: String, @Sendable ([String]) -> PropertyKind)
  /// A text in brackets, such as `Mask("000-AA")`.
  case text(String, example: String, @Sendable (String) throws(Violation) -> PropertyKind)
  /// The code of a country in brackets, which can be missing, such as `Phone(+49)`.
  case callingCode(example: String, @Sendable (String?) -> PropertyKind)
  /// Numbers of digits, which can be missing: `Decimal(integer: 8, fraction: 2)`.
  case digits(@Sendable (_ integer: Int?, _ fraction: ClosedRange<Int>?) -> PropertyKind)
}

/// What a view, a definition and an expression need to know of a kind.
package struct KindTraits: Hashable, Sendable {
  /// What a value can be taken from when a record is made.
  package enum Clock: String, Sendable { case today, now }

  /// Whether stores did not always have the kind; a type in an upgraded one can have its name.
  var isLater = false
  var isNumeric = false
  var isGroupable = false
  var hasRange = false
  var isMasked = false
  /// Whether people put spaces and other signs between the characters, which mean nothing.
  var isSpaced = false
  var isComputable = false
  /// Whether an expression reads a quoted text beside a value of the kind as one too.
  var isQuotedInExpressions = false
  var clock: Clock?
  var keyboard = PropertyKind.Keyboard.text
}

/// How a database keeps the values of a kind.
package enum StorageClass: Hashable, Sendable {
  /// A text as it is.
  case text
  case integer
  /// A number of seconds.
  case seconds
  /// 0 or 1.
  case boolean
  case double
  /// A binary fraction up to 15 digits, else text.
  case decimal
  /// As a decimal, the part that it is and not its hundredths.
  case percent
  /// The text of a value, of which there is one for each, and which sorts as the values do.
  case written
  /// The number of a record of the type of this name.
  case reference(String)
  /// A JSON array.
  case list(PropertyKind)
  /// Nothing: the records of the type of this name know whose they are.
  case records(String)
}
