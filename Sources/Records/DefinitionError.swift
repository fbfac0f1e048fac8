/// Why a type or a property cannot be defined as it is written.
///
/// It is data: a ``Code`` with what it is about. ``message`` renders that in English; a program that
/// speaks another language renders the code itself.
public struct DefinitionError: Error, Hashable, Sendable {
  /// A part of the definition of a property.
  ///
  /// More cases will come: code that switches over them needs a `default`.
  public enum Part: Hashable, Sendable {
    /// The kind, with its arguments.
    case kind
    /// The range of the values.
    case range
    /// The lengths of a text.
    case length
    /// The pattern of a text.
    case pattern
    /// The default.
    case initial
    /// The unit of a number.
    case unit
    /// What comes before a number.
    case prefix
    /// Whether digits are grouped.
    case grouping
    /// What becomes of a reference when its record is deleted.
    case deletion
    /// What a list has to do with its records.
    case role
    /// The expression of a computed property.
    case computation
    /// Whether the property is what a person sees of its record.
    case title
  }

  /// The property it concerns; nil where it is the type itself.
  public var property: String?
  /// The part of the property's definition that is wrong; nil where it is all of it.
  public var part: Part?
  /// What is wrong, with the names, numbers and values it is about.
  public var code: Code

  /// Makes an error about a property, or about the type where none is named.
  public init(property: String? = nil, part: Part? = nil, _ code: Code) {
    self.property = property
    self.part = part
    self.code = code
  }

  /// Makes an error in words of the caller's own.
  public init(property: String? = nil, part: Part? = nil, message: String) {
    self.init(property: property, part: part, .stated(message))
  }
}

extension DefinitionError {
  /// What is wrong with a definition, with what it is about.
  ///
  /// More cases will come: code that switches over them needs a `default`, such as ``message``.
  public enum Code: Hashable, Sendable {
    /// The words say it: those of a program.
    case stated(String)

    // MARK: Types

    /// A type has no name, or one with the character U+0000.
    case typeWithoutName
    /// The name cannot be that of a type.
    case reservedType(String)
    /// The name of the type is that of a kind.
    case nameOfKind(String)
    /// A type has two properties of the name.
    case definedTwice(String)
    /// The name differs from another one in case only.
    case differsInCase(String, from: String)
    /// The property is the key already.
    case secondKey(String)
    /// The property is the title already.
    case secondTitle(String)

    // MARK: Properties

    /// A property has no name, or one with the character U+0000.
    case propertyWithoutName
    /// The name cannot be that of a property.
    case reservedProperty(String)
    /// The kind contradicts itself, as the violation says.
    case kind(Violation)
    /// The items of a list contradict themselves.
    indirect case items(Code)
    /// A property of the kind cannot be a key.
    case keyOfKind(PropertyKind)
    /// A key is optional.
    case optionalKey
    /// A key can only be empty.
    case emptyKey
    /// A property of the kind cannot be a title.
    case titleOfKind(PropertyKind)

    // MARK: Clauses

    /// The kind takes no range.
    case noRange(PropertyKind)
    /// The bounds are not of the kind.
    case rangeOfOtherKind(ValueRange, PropertyKind)
    /// Nothing is in the range.
    case emptyRange(ValueRange)
    /// The bound has more digits than the property.
    case boundTooLong(Value)
    /// The kind has no length.
    case noLength(PropertyKind)
    /// No text has the length.
    case impossibleLength(LengthRange)
    /// The kind takes no pattern.
    case noPattern(PropertyKind)
    /// No text matches the pattern, of the lengths if any are given.
    case nothingMatches(TextPattern, LengthRange?)
    /// Only the empty text matches the pattern of a key.
    case onlyEmptyMatches(TextPattern)
    /// The kind has no unit.
    case noUnit(PropertyKind)
    /// The unit is empty, or not one line with visible ends.
    case malformedUnit
    /// The kind has no prefix.
    case noPrefix(PropertyKind)
    /// The prefix is empty, or not one line with visible ends.
    case malformedPrefix
    /// Numbers of the kind are not grouped.
    case noGroups(PropertyKind)
    /// A number of the kind has so many digits in all.
    case digits(PropertyKind, limit: Int)

    // MARK: References and lists

    /// The kind has no "on delete".
    case noDeletion(PropertyKind)
    /// What a list owns is deleted with it.
    case deletionOfOwned
    /// The property that the list of the name follows has the "on delete" for both.
    case deletionOfInverse(String, property: String)
    /// The property of the name is to become nil, and its kind is not optional.
    case clearsRequired(String, PropertyKind)
    /// The kind cannot be owned.
    case notOwned(PropertyKind)
    /// The kind does not follow a property.
    case noInverse(PropertyKind)
    /// A list is optional.
    case optionalList
    /// A list is unique.
    case uniqueList
    /// A list of records has a default.
    case defaultOfRecords

    // MARK: Computed properties and defaults

    /// The kind cannot be computed.
    case notComputable(PropertyKind)
    /// A computed number of the kind has more digits than the limit.
    case computedDigits(PropertyKind, limit: Int)
    /// A computed property has limits.
    case limitsOfComputed
    /// A computed property has a default.
    case defaultOfComputed
    /// A key has a default.
    case defaultOfKey
    /// A property of the kind has a default that is today.
    case noToday(PropertyKind)
    /// A property of the kind has a default that is now.
    case noNow(PropertyKind)
    /// The default does not fit, as the violation says.
    case misfittingDefault(Violation)
  }
}

extension DefinitionError: CustomStringConvertible {
  /// What is wrong and what was expected, for a person: in English, lower case, without a period.
  public var message: String { code.english }

  /// The message.
  public var description: String { message }
}

extension DefinitionError.Code {
  // The one place where an error of a definition is put into words.
  fileprivate var english: String {
    switch self {
    case .stated(let words): words
    case .typeWithoutName: "a type needs a name"
    case .reservedType(let name): "\(name) is reserved; choose another name for the type"
    case .nameOfKind(let name): "\(name) is a kind; choose another name for the type"
    case .definedTwice(let name): "\(name) is defined twice"
    case .differsInCase(let name, let other): "\(name) differs from \(other) only in case"
    case .secondKey(let name): "\(name) is the key already; a type has one"
    case .secondTitle(let name): "\(name) is the title already; a type has one"
    case .propertyWithoutName: "a property needs a name"
    case .reservedProperty(let name): "\(name) is reserved; choose another name for the property"
    case .kind(let violation): violation.message
    case .items(let code): code.english
    case .keyOfKind(let kind): "a key is a Text or an Integer, not \(kind.name)"
    case .optionalKey: "a key cannot be optional"
    case .emptyKey: "a key cannot be empty"
    case .titleOfKind(let kind): "a title is a Text, not \(kind.name)"
    case .noRange(let kind): "\(kind.name) takes no range"
    case .rangeOfOtherKind(let range, let kind):
      "the bounds of \(range) are not of the kind \(kind.name)"
    case .emptyRange(let range): "nothing is in \(range)"
    case .boundTooLong(let value): "the bound \(value) has more digits than the property"
    case .noLength(let kind): "\(kind.name) has no length"
    case .impossibleLength(let length): "no text has a length of \(length)"
    case .noPattern(let kind): "\(kind.name) takes no pattern; only a Text does"
    case .nothingMatches(let pattern, let length):
      "no text\(length.map { " of \($0.words)" } ?? "") matches \(pattern)"
    case .onlyEmptyMatches(let pattern):
      "only the empty text matches \(pattern), and a key cannot be empty"
    case .noUnit(let kind): "\(kind.name) has no unit; numbers do"
    case .malformedUnit: "a unit is a text such as \"€\", without white space around it"
    case .noPrefix(let kind): "\(kind.name) has no prefix; numbers do"
    case .malformedPrefix: "a prefix is a text such as \"$\", without white space around it"
    case .noGroups(let kind): "\(kind.name) is not grouped; Integer and Decimal are"
    case .digits(let kind, let limit):
      "a \(kind.name) has 1 to \(limit) digits in all, at least one of them before the point"
    case .noDeletion(let kind): "\(kind.name) has no \"on delete\"; references to records do"
    case .deletionOfOwned: "what a list owns goes with it, so it has no \"on delete\""
    case .deletionOfInverse(let name, let property):
      "\(name) follows \(property.asName), which has the \"on delete\" for both"
    case .clearsRequired(let name, let kind):
      "on delete clear makes \(name) nil, so it has to be optional: \(kind.name)?"
    case .notOwned(let kind):
      "\(kind.name) cannot be owned; a list of records can, as [Review] owned"
    case .noInverse(let kind):
      "\(kind.name) has no \"by\"; a list of records has, as [Visit] by guest"
    case .optionalList: "a list is never nil, but it can be empty"
    case .uniqueList: "a list cannot be unique"
    case .defaultOfRecords: "a list of records is empty at first and takes no default"
    case .notComputable(let kind):
      "\(kind.name) cannot be computed; \(PropertyKind.computable.listed(with: "and")) can"
    case .computedDigits(let kind, let limit):
      "a computed \(kind.name) has at most \(limit) digits in all"
    case .limitsOfComputed: "a computed property takes no limits; a rule can have them"
    case .defaultOfComputed: "a computed property takes no default"
    case .defaultOfKey: "a key is different in every record and takes no default"
    case .noToday(let kind): "today is the default of a Date, not of a \(kind.name)"
    case .noNow(let kind): "now is the default of a DateTime, not of a \(kind.name)"
    case .misfittingDefault(let violation): "the default does not fit: \(violation.message)"
    }
  }
}
