/// An error in the definition of a type or property.
///
/// ``message`` is in English; a program in another language renders ``code`` itself.
public struct DefinitionError: Error, Hashable, Sendable {
  /// A part of a property's definition.
  ///
  /// Cases may be added in later versions: code that switches over them needs a `default`.
  public enum Part: Hashable, Sendable {
    /// The kind, with its arguments.
    case kind
    /// The range of the values.
    case range
    /// The lengths of a text.
    case length
    /// The pattern of a text.
    case pattern
    /// The default value.
    case initial
    /// The unit of a number.
    case unit
    /// The prefix of a number.
    case prefix
    /// The grouping of digits.
    case grouping
    /// The action on a reference when its record is deleted.
    case deletion
    /// The relation of a list to its records.
    case role
    /// The expression of a computed property.
    case computation
    /// The title clause.
    case title
  }

  /// The property; nil if the error is about the type itself.
  public var property: String?
  /// The faulty part of the property's definition; nil for the whole definition.
  public var part: Part?
  /// The fault with its names, numbers and values.
  public var code: Code

  /// Creates an error about a property, or about the type if no property is named.
  public init(property: String? = nil, part: Part? = nil, _ code: Code) {
    self.property = property
    self.part = part
    self.code = code
  }

  /// Creates an error with the caller's own message.
  public init(property: String? = nil, part: Part? = nil, message: String) {
    self.init(property: property, part: part, .stated(message))
  }

  /// The kind of fault in a definition, with its details.
  ///
  /// Cases may be added in later versions: code that switches over them needs a `default`, such as
  /// ``message``.
  public enum Code: Hashable, Sendable {
    /// A program's own message.
    case stated(String)

    /// The type's name is empty or contains the character U+0000.
    case typeWithoutName
    /// The name is reserved and cannot be used for a type.
    case reservedType(String)
    /// The type has the name of a kind.
    case nameOfKind(String)
    /// Two properties of the type have the same name.
    case definedTwice(String)
    /// The name differs from another one only in case.
    case differsInCase(String, from: String)
    /// The type has a second key; the associated value is the name of the first key.
    case secondKey(String)
    /// The type has a second title; the associated value is the name of the first title.
    case secondTitle(String)

    /// The property's name, or the name for the owner in an owned list, is empty or contains the
    /// character U+0000.
    case propertyWithoutName
    /// The name is reserved and cannot be used for a property.
    case reservedProperty(String)
    /// The kind is invalid.
    case kind(Violation)
    /// The kind of a list's items is invalid.
    indirect case items(Code)
    /// The kind cannot be used for a key.
    case keyOfKind(PropertyKind)
    /// A key is optional.
    case optionalKey
    /// The allowed length of a key is 0.
    case emptyKey
    /// The kind cannot be used for a title.
    case titleOfKind(PropertyKind)

    /// The kind cannot have a range.
    case noRange(PropertyKind)
    /// The bounds are values of another kind.
    case rangeOfOtherKind(ValueRange, PropertyKind)
    /// The range is empty.
    case emptyRange(ValueRange)
    /// A bound has more digits than the property allows.
    case boundTooLong(Value)
    /// The kind cannot have a length.
    case noLength(PropertyKind)
    /// The range of lengths is empty, or a bound is negative or greater than 1,000,000,000.
    case impossibleLength(LengthRange)
    /// The kind cannot have a pattern.
    case noPattern(PropertyKind)
    /// No text matches the pattern, or no text of an allowed length matches it.
    case nothingMatches(TextPattern, LengthRange?)
    /// Only the empty text matches the pattern of a key.
    case onlyEmptyMatches(TextPattern)
    /// The kind cannot have a unit.
    case noUnit(PropertyKind)
    /// The unit is empty, contains a control character, or begins or ends with white space.
    case malformedUnit
    /// The kind cannot have a prefix.
    case noPrefix(PropertyKind)
    /// The prefix is empty, contains a control character, or begins or ends with white space.
    case malformedPrefix
    /// Numbers of the kind cannot be grouped.
    case noGroups(PropertyKind)
    /// The numbers of digits are not allowed; the limit is the maximum total.
    case digits(PropertyKind, limit: Int)

    /// The kind cannot have "on delete".
    case noDeletion(PropertyKind)
    /// A list that owns records cannot have "on delete", because its records are deleted with their
    /// owner.
    case deletionOfOwned
    /// An inverse list cannot have "on delete"; the property that it inverts determines the action.
    case deletionOfInverse(String, property: String)
    /// "on delete clear" needs an optional property.
    case clearsRequired(String, PropertyKind)
    /// The kind cannot be owned.
    case notOwned(PropertyKind)
    /// The kind cannot be an inverse.
    case noInverse(PropertyKind)
    /// A list is optional.
    case optionalList
    /// A list is unique.
    case uniqueList
    /// A list of records has a default.
    case defaultOfRecords

    /// The kind cannot be computed.
    case notComputable(PropertyKind)
    /// A computed number of this kind can have at most this many digits.
    case computedDigits(PropertyKind, limit: Int)
    /// A computed property is a key or unique, or has a range, a length or a pattern.
    case limitsOfComputed
    /// A computed property has a default.
    case defaultOfComputed
    /// A key has a fixed default.
    case defaultOfKey
    /// The kind cannot have the default `today`.
    case noToday(PropertyKind)
    /// The kind cannot have the default `now`.
    case noNow(PropertyKind)
    /// A list cannot have a calculated default.
    case calculatedList
    /// The default `next` is used for a kind other than Integer, or for a property that is neither
    /// a key nor unique.
    case next
    /// The default value is not allowed.
    case misfittingDefault(Violation)
  }
}

extension DefinitionError: CustomStringConvertible {
  /// The message for the user: in English, lower case, without a period.
  public var message: String { code.english }

  /// The message.
  public var description: String { message }
}

extension DefinitionError.Code {
  fileprivate var english: String {
    switch self {
    case .stated(let words): words
    case .typeWithoutName: "a type needs a name"
    case .reservedType(let name): "\(name) is reserved; choose another name for the type"
    case .nameOfKind(let name): "\(name) is a kind; choose another name for the type"
    case .definedTwice(let name): "\(name) is defined twice"
    case .differsInCase(let name, let other): "\(name) differs from \(other) only in case"
    case .secondKey(let name): "\(name) is already the key; a type can have only one"
    case .secondTitle(let name): "\(name) is already the title; a type can have only one"
    case .propertyWithoutName: "a property needs a name"
    case .reservedProperty(let name): "\(name) is reserved; choose another name for the property"
    case .kind(let violation): violation.message
    case .items(let code): code.english
    case .keyOfKind(let kind): "a key must be a Text or an Integer, not \(kind.name)"
    case .optionalKey: "a key cannot be optional"
    case .emptyKey: "a key cannot be empty"
    case .titleOfKind(let kind): "a title must be a Text, not \(kind.name)"
    case .noRange(let kind): "\(kind.name) cannot have a range"
    case .rangeOfOtherKind(let range, let kind):
      "the bounds of \(range) must be valid \(kind.name) values"
    case .emptyRange(let range): "the range \(range) is empty"
    case .boundTooLong(let value): "the bound \(value) has more digits than the property allows"
    case .noLength(let kind): "\(kind.name) cannot have a length"
    case .impossibleLength(let length):
      "the length \(length) is invalid; expected a range such as 1...80"
    case .noPattern(let kind): "\(kind.name) cannot have a pattern; only Text can"
    case .nothingMatches(let pattern, let length):
      "no text\(length.map { " of \($0.words)" } ?? "") matches \(pattern)"
    case .onlyEmptyMatches(let pattern):
      "only the empty text matches \(pattern), and a key cannot be empty"
    case .noUnit(let kind): "\(kind.name) cannot have a unit; only numbers can"
    case .malformedUnit:
      "a unit must be a text such as \"€\", without control characters or white space around it"
    case .noPrefix(let kind): "\(kind.name) cannot have a prefix; only numbers can"
    case .malformedPrefix:
      "a prefix must be a text such as \"$\", without control characters or white space around it"
    case .noGroups(let kind): "\(kind.name) cannot be grouped; only Integer and Decimal can"
    case .digits(let kind, let limit):
      "a \(kind.name) can have 1 to \(limit) digits in all, at least one before the point"
    case .noDeletion(let kind):
      "\(kind.name) cannot have \"on delete\"; only references to records can"
    case .deletionOfOwned:
      "an owned list cannot have \"on delete\"; its records are deleted with their owner"
    case .deletionOfInverse(let name, let property):
      "\(name) is the inverse of \(property.asName); put \"on delete\" there"
    case .clearsRequired(let name, let kind):
      "on delete clear makes \(name) nil, so it must be optional: \(kind.name)?"
    case .notOwned(let kind):
      "\(kind.name) cannot be owned; only a list of records can, such as [Review] owned"
    case .noInverse(let kind):
      "\(kind.name) cannot have \"by\"; only a list of records can, such as [Visit] by guest"
    case .optionalList: "a list cannot be optional, but it can be empty"
    case .uniqueList: "a list cannot be unique"
    case .defaultOfRecords: "a list of records cannot have a default, because it is empty at first"
    case .notComputable(let kind):
      "\(kind.name) cannot be computed; \(PropertyKind.computable.listed(with: "and")) can"
    case .computedDigits(let kind, let limit):
      "a computed \(kind.name) can have at most \(limit) digits in all"
    case .limitsOfComputed:
      "a computed property cannot be a key, unique or limited; use a rule"
    case .defaultOfComputed: "a computed property cannot have a default"
    case .defaultOfKey: "a key differs in every record, so it cannot have a fixed default"
    case .calculatedList: "the default of a list cannot be calculated"
    case .next: "the default next needs an Integer that is a key or unique"
    case .noToday(let kind):
      "the default today needs a Date, not \(kind.name)\(kind == .dateTime ? "; use now" : "")"
    case .noNow(let kind):
      "the default now needs a DateTime, not \(kind.name)\(kind == .date ? "; use today" : "")"
    case .misfittingDefault(let violation): "the default is not allowed: \(violation.message)"
    }
  }
}
