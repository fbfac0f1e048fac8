extension Property {
  package static let reservedNames: Set<String> = ["id", "ref", "rowid", "oid", "_rowid_"]
  /// The longest text a length can ask for.
  static let maximumLength = 1_000_000_000

  /// The property with its bounds and default brought to its own kind.
  ///
  /// - Throws: ``DefinitionError`` if it contradicts itself: a range without values, a default
  ///   outside of it, a clause that its kind does not have.
  public func consistent() throws(DefinitionError) -> Property {
    var result = self
    if name.isEmpty || name.contains("\0") { throw error("a property needs a name") }
    if Self.reservedNames.contains(name.lowercased()) {
      throw error("\(name) is reserved; choose another name for the property")
    }
    try checkKind()
    if isKey, !isComputed {
      guard kind == .text || kind == .integer else {
        throw error("a key is a Text or an Integer, not \(kind.name)")
      }
      if isOptional { throw error("a key cannot be optional") }
      result.isUnique = false
    }
    if isTitle, kind != .text { throw error("a title is a Text, not \(kind.name)", .title) }
    try result.convertRangeToKind()
    try result.checkTextClauses()
    try result.checkNumberClauses()
    try result.checkDigits()
    try result.checkReference()
    try result.checkList()
    try result.checkComputation()
    try result.convertDefaultToKind()
    return result
  }

  private func checkKind() throws(DefinitionError) {
    do {
      try kind.check()
    } catch {
      throw self.error(error.message, .kind)
    }
    guard let item else { return }
    do {
      _ = try item.consistent()
    } catch {
      throw self.error(error.message, .kind)
    }
  }

  private mutating func convertRangeToKind() throws(DefinitionError) {
    guard let range else { return }
    guard kind.hasRange else { throw error("\(kind.name) takes no range", .range) }
    guard let converted = range.converted(to: kind) else {
      throw error("the bounds of \(range) are not of the kind \(kind.name)", .range)
    }
    if converted.isEmpty { throw error("nothing is in \(range)", .range) }
    self.range = converted
  }

  private func checkTextClauses() throws(DefinitionError) {
    if let length {
      guard kind == .text else { throw error("\(kind.name) has no length", .length) }
      guard length.minimum >= 0, length.minimum <= length.maximum ?? .max,
        max(length.minimum, length.maximum ?? 0) <= Self.maximumLength
      else { throw error("no text has a length of \(length)", .length) }
      if isKey, length.maximum == 0 { throw error("a key cannot be empty", .length) }
    }
    if pattern != nil, kind != .text {
      throw error("\(kind.name) takes no pattern; only a Text does", .pattern)
    }
    if let pattern { try check(pattern) }
  }

  // With a pattern that nothing matches, a field would have no text to type.
  private func check(_ pattern: TextPattern) throws(DefinitionError) {
    if pattern.isEmpty(of: LengthRange()) { throw error("no text matches \(pattern)", .pattern) }
    if let length, pattern.isEmpty(of: length) {
      throw error("no text of \(length.words) matches \(pattern)", .pattern)
    }
    let lengths = LengthRange(minimum: max(1, length?.minimum ?? 1), maximum: length?.maximum)
    if isKey, pattern.isEmpty(of: lengths) {
      throw error("only the empty text matches \(pattern), and a key cannot be empty", .pattern)
    }
  }

  // What is beside a number is one line and has visible ends.
  private static func canStandBeside(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    let isEdged = [scalars.first, scalars.last].contains { $0?.properties.isWhitespace ?? true }
    return !isEdged && !scalars.contains { $0.properties.generalCategory == .control }
  }

  private func checkNumberClauses() throws(DefinitionError) {
    if unit != nil, !kind.isNumeric { throw error("\(kind.name) has no unit; numbers do", .unit) }
    if let unit, !Self.canStandBeside(unit) {
      throw error("a unit is a text such as \"€\", without white space around it", .unit)
    }
    if prefix != nil, !kind.isNumeric {
      throw error("\(kind.name) has no prefix; numbers do", .prefix)
    }
    if let prefix, !Self.canStandBeside(prefix) {
      throw error("a prefix is a text such as \"$\", without white space around it", .prefix)
    }
    if isGrouped, !kind.isGroupable {
      throw error("\(kind.name) is not grouped; Integer and Decimal are", .grouping)
    }
  }

  private mutating func checkReference() throws(DefinitionError) {
    guard let onDelete else { return }
    guard kind.isReference || refersToMany else {
      let why =
        switch listRole {
        case .refers: "\(kind.name) has no \"on delete\"; references to records do"
        case .owns: "what a list owns goes with it, so it has no \"on delete\""
        case .inverse(let property):
          "\(name) follows \(property.asName), which has the \"on delete\" for both"
        }
      throw error(why, .deletion)
    }
    if onDelete == .clear, !isOptional, kind.isReference {
      throw error(
        "on delete clear makes \(name) nil, so it has to be optional: \(kind.name)?", .deletion)
    }
    // It is what a definition means that does not say it.
    if onDelete == .refuse { self.onDelete = nil }
  }

  private func checkList() throws(DefinitionError) {
    if !kind.isListOfRecords {
      switch listRole {
      case .refers: break
      case .owns:
        throw error("\(kind.name) cannot be owned; a list of records can, as [Review] owned", .role)
      case .inverse:
        throw error("\(kind.name) has no \"by\"; a list of records has, as [Visit] by guest", .role)
      }
    }
    guard kind.isList else { return }
    if isOptional { throw error("a list is never nil, but it can be empty", .kind) }
    if isUnique { throw error("a list cannot be unique", .kind) }
    if kind.isListOfRecords, givenDefault != nil {
      throw error("a list of records is empty at first and takes no default", .initial)
    }
  }

  private func checkComputation() throws(DefinitionError) {
    guard isComputed else { return }
    guard kind.isComputable else {
      throw error("\(kind.name) cannot be computed; \(Self.computableKinds) can", .kind)
    }
    if let digits = decimalDigits, digits.integer + digits.fraction.upperBound > 15 {
      throw error("a computed \(kind.name) has at most 15 digits in all", .kind)
    }
    if isKey || isUnique || range != nil || length != nil || pattern != nil {
      throw error("a computed property takes no limits; a rule can have them", .computation)
    }
    if givenDefault != nil { throw error("a computed property takes no default", .initial) }
  }

  private static let computableKinds = PropertyKind.computable.listed(with: "and")

  private func checkDigits() throws(DefinitionError) {
    guard let digits = decimalDigits else { return }
    // A percentage has to be kept as the part that it is.
    let isPercent = storedFractionDigits != digits.fraction.upperBound
    let most = ExactDecimal.maximumDigits - (isPercent ? 2 : 0)
    guard digits.integer >= 1, digits.fraction.lowerBound >= 0,
      digits.integer <= most, digits.fraction.upperBound <= most,
      digits.integer + digits.fraction.upperBound <= most
    else {
      throw error(
        "a \(kind.name) has 1 to \(most) digits in all, at least one of them before the point")
    }
    for value in [range?.lowerBound, range?.upperBound] {
      guard let value, let bound = value.writtenNumber else { continue }
      if bound.integerDigits > digits.integer || bound.fractionDigits > digits.fraction.upperBound {
        throw error("the bound \(value) has more digits than the property", .range)
      }
    }
  }

  private mutating func convertDefaultToKind() throws(DefinitionError) {
    guard let givenDefault else { return }
    if isKey { throw error("a key is different in every record and takes no default", .initial) }
    switch givenDefault {
    case .today where kind.clock != .today:
      throw error("today is the default of a Date, not of a \(kind.name)", .initial)
    case .now where kind.clock != .now:
      throw error("now is the default of a DateTime, not of a \(kind.name)", .initial)
    case .today, .now: break
    case .value(let value):
      do {
        self.givenDefault = try checked(value).map(Default.value)
      } catch {
        throw self.error("the default does not fit: \(error.message)", .initial)
      }
    }
  }

  private func error(_ message: String, _ part: DefinitionError.Part? = nil) -> DefinitionError {
    DefinitionError(property: name, part: part, message: message)
  }
}

/// Why a type or a property cannot be defined as it is written.
public struct DefinitionError: Error, Hashable, Sendable {
  /// A part of the definition of a property; more will come.
  public enum Part: Hashable, Sendable {
    case kind, range, length, pattern, initial, unit, prefix, grouping, deletion, role, computation
    case title
  }

  /// The property it concerns; nil where it is the type itself.
  public var property: String?
  /// The part of the property's definition that is wrong; nil where it is all of it.
  public var part: Part?
  /// What is wrong and what was expected, for a person.
  public var message: String

  /// Makes an error about a property, or about the type where none is named.
  public init(property: String? = nil, part: Part? = nil, message: String) {
    self.property = property
    self.part = part
    self.message = message
  }
}

extension DefinitionError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
