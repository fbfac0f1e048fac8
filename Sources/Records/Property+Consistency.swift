extension Property {
  package static let reservedNames: Set<String> = ["id", "ref", "rowid", "oid", "_rowid_"]
  static let maximumLength = 1_000_000_000

  /// Returns the property with its bounds and default converted to its kind, and without clauses
  /// that have no effect.
  ///
  /// - Throws: ``DefinitionError`` if the definition is contradictory; for example, an empty range,
  ///   a default outside of the range, or a clause that the kind does not support.
  public func consistent() throws(DefinitionError) -> Property {
    var result = self
    if name.isEmpty || name.contains("\0") { throw error(.propertyWithoutName) }
    if Self.reservedNames.contains(name.lowercased()) {
      throw error(.reservedProperty(name))
    }
    try checkKind()
    if isKey, !isComputed {
      guard kind == .text || kind == .integer else {
        throw error(.keyOfKind(kind))
      }
      if isOptional { throw error(.optionalKey) }
      result.isUnique = false
    }
    if isTitle, kind != .text { throw error(.titleOfKind(kind), .title) }
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
      throw self.error(.kind(error), .kind)
    }
    guard let item else { return }
    do {
      _ = try item.consistent()
    } catch {
      throw self.error(.items(error.code), .kind)
    }
  }

  private mutating func convertRangeToKind() throws(DefinitionError) {
    guard let range else { return }
    guard kind.hasRange else { throw error(.noRange(kind), .range) }
    guard let converted = range.converted(to: kind) else {
      throw error(.rangeOfOtherKind(range, kind), .range)
    }
    if converted.isEmpty { throw error(.emptyRange(range), .range) }
    self.range = converted
  }

  private func checkTextClauses() throws(DefinitionError) {
    if let length {
      guard kind == .text else { throw error(.noLength(kind), .length) }
      guard length.minimum >= 0, length.minimum <= length.maximum ?? .max,
        max(length.minimum, length.maximum ?? 0) <= Self.maximumLength
      else { throw error(.impossibleLength(length), .length) }
      if isKey, length.maximum == 0 { throw error(.emptyKey, .length) }
    }
    if pattern != nil, kind != .text {
      throw error(.noPattern(kind), .pattern)
    }
    if let pattern { try check(pattern) }
  }

  // A pattern that matches nothing would make every text invalid.
  private func check(_ pattern: TextPattern) throws(DefinitionError) {
    if pattern.isEmpty(of: LengthRange()) { throw error(.nothingMatches(pattern, nil), .pattern) }
    if let length, pattern.isEmpty(of: length) {
      throw error(.nothingMatches(pattern, length), .pattern)
    }
    let lengths = LengthRange(minimum: max(1, length?.minimum ?? 1), maximum: length?.maximum)
    if isKey, pattern.isEmpty(of: lengths) {
      throw error(.onlyEmptyMatches(pattern), .pattern)
    }
  }

  private static func canStandBeside(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    let isEdged = [scalars.first, scalars.last].contains { $0?.properties.isWhitespace ?? true }
    return !isEdged && !scalars.contains { $0.properties.generalCategory == .control }
  }

  private func checkNumberClauses() throws(DefinitionError) {
    if unit != nil, !kind.isNumeric { throw error(.noUnit(kind), .unit) }
    if let unit, !Self.canStandBeside(unit) {
      throw error(.malformedUnit, .unit)
    }
    if prefix != nil, !kind.isNumeric {
      throw error(.noPrefix(kind), .prefix)
    }
    if let prefix, !Self.canStandBeside(prefix) {
      throw error(.malformedPrefix, .prefix)
    }
    if isGrouped, !kind.isGroupable {
      throw error(.noGroups(kind), .grouping)
    }
  }

  private mutating func checkReference() throws(DefinitionError) {
    guard let onDelete else { return }
    guard kind.isReference || refersToMany else {
      let why: DefinitionError.Code =
        switch listRole {
        case .refers: .noDeletion(kind)
        case .owns: .deletionOfOwned
        case .inverse(let property): .deletionOfInverse(name, property: property)
        }
      throw error(why, .deletion)
    }
    if onDelete == .clear, !isOptional, kind.isReference {
      throw error(.clearsRequired(name, kind), .deletion)
    }
    // `refuse` is the default and is not stored.
    if onDelete == .refuse { self.onDelete = nil }
  }

  private func checkList() throws(DefinitionError) {
    if !kind.isListOfRecords {
      switch listRole {
      case .refers: break
      case .owns:
        throw error(.notOwned(kind), .role)
      case .inverse:
        throw error(.noInverse(kind), .role)
      }
    }
    if let ownerName {
      guard ownsRecords else { throw error(.notOwned(kind), .role) }
      if ownerName.isEmpty || ownerName.contains("\0") {
        throw error(.propertyWithoutName, .role)
      }
      if Self.reservedNames.contains(ownerName.lowercased()) {
        throw error(.reservedProperty(ownerName), .role)
      }
    }
    guard kind.isList else { return }
    if isOptional { throw error(.optionalList, .kind) }
    if isUnique { throw error(.uniqueList, .kind) }
    if kind.isListOfRecords, givenDefault != nil {
      throw error(.defaultOfRecords, .initial)
    }
    if case .calculated = givenDefault { throw error(.calculatedList, .initial) }
  }

  private func checkComputation() throws(DefinitionError) {
    guard isComputed else { return }
    guard kind.isComputable else {
      throw error(.notComputable(kind), .kind)
    }
    if isLongDecimal {
      throw error(.computedDigits(kind, limit: Self.exactDoubleDigits), .kind)
    }
    if isKey || isUnique || range != nil || length != nil || pattern != nil {
      throw error(.limitsOfComputed, .computation)
    }
    if givenDefault != nil { throw error(.defaultOfComputed, .initial) }
  }

  private func checkDigits() throws(DefinitionError) {
    guard let digits = decimalDigits else { return }
    // A percentage is stored as a fraction, which has two more digits after the point.
    let isPercent = kind.storage == .percent
    let most = ExactDecimal.maximumDigits - (isPercent ? 2 : 0)
    guard digits.integer >= 1, digits.fraction.lowerBound >= 0,
      digits.integer <= most, digits.fraction.upperBound <= most,
      digits.integer + digits.fraction.upperBound <= most
    else {
      throw error(.digits(kind, limit: most))
    }
    for value in [range?.lowerBound, range?.upperBound] {
      guard let value, let bound = value.writtenNumber else { continue }
      if bound.integerDigits > digits.integer || bound.fractionDigits > digits.fraction.upperBound {
        throw error(.boundTooLong(value), .range)
      }
    }
  }

  private mutating func convertDefaultToKind() throws(DefinitionError) {
    guard let givenDefault else { return }
    if isKey, !hasCalculatedDefault { throw error(.defaultOfKey, .initial) }
    switch givenDefault {
    case .next where kind != .integer || !isDistinct: throw error(.next, .initial)
    case .today where kind.clock != .today:
      throw error(.noToday(kind), .initial)
    case .now where kind.clock != .now:
      throw error(.noNow(kind), .initial)
    case .today, .now, .calculated, .next: break
    case .value(let value):
      do {
        self.givenDefault = try checked(value).map(Default.value)
      } catch {
        throw self.error(.misfittingDefault(error), .initial)
      }
    }
  }

  private func error(
    _ code: DefinitionError.Code, _ part: DefinitionError.Part? = nil
  ) -> DefinitionError { DefinitionError(property: name, part: part, code) }
}
