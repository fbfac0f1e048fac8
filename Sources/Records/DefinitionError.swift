/// Why a type or a property cannot be defined as it is written.
public struct DefinitionError: Error, Hashable, Sendable {
  /// The property it concerns; nil where it is the type itself.
  public var property: String?
  /// What is wrong and what was expected, for a person.
  public var message: String

  /// Makes an error about a property, or about the type where none is named.
  public init(property: String? = nil, message: String) {
    self.property = property
    self.message = message
  }
}

extension Property {
  static let reservedNames: Set<String> = ["id", "ref", "rowid", "oid", "_rowid_"]
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
    if isKey {
      guard kind == .text || kind == .integer else {
        throw error("a key is a Text or an Integer, not \(kind.name)")
      }
      if isOptional { throw error("a key cannot be optional") }
      result.isUnique = false
    }
    if let range {
      guard kind.hasRange else { throw error("\(kind.name) takes no range") }
      guard let converted = range.converted(to: kind) else {
        throw error("the bounds of \(range) are not of the kind \(kind.name)")
      }
      if converted.isEmpty { throw error("nothing is in \(range)") }
      result.range = converted
    }
    if let length {
      guard kind == .text else { throw error("\(kind.name) has no length") }
      guard length.minimum >= 0, length.minimum <= length.maximum ?? .max,
        max(length.minimum, length.maximum ?? 0) <= Self.maximumLength
      else { throw error("no text has a length of \(length)") }
      if isKey, length.maximum == 0 { throw error("a key cannot be empty") }
    }
    try result.checkDigits()
    if let givenDefault {
      if isKey { throw error("a key is different in every record and takes no default") }
      do {
        result.givenDefault = try result.checked(givenDefault)
      } catch {
        throw DefinitionError(property: name, message: "the default does not fit: \(error.message)")
      }
    }
    return result
  }

  private func checkDigits() throws(DefinitionError) {
    guard let digits = decimalDigits else { return }
    let most = ExactDecimal.maximumDigits
    guard digits.integer >= 1, digits.fraction.lowerBound >= 0,
      digits.integer <= most, digits.fraction.upperBound <= most,
      digits.integer + digits.fraction.upperBound <= most
    else {
      throw error("a Decimal has 1 to \(most) digits in all, at least one of them before the point")
    }
    for case .decimal(let bound)? in [range?.lowerBound, range?.upperBound] {
      if bound.integerDigits > digits.integer || bound.fractionDigits > digits.fraction.upperBound {
        throw error("the bound \(bound) has more digits than the property")
      }
    }
  }

  private func error(_ message: String) -> DefinitionError {
    DefinitionError(property: name, message: message)
  }
}
