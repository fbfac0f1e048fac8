public import Expressions
public import Records

/// A step that changes the definition of a type.
public struct Alteration: Hashable, Sendable {
  /// The kind of change.
  ///
  /// More cases will be added: code of another package that switches over them needs a `default`.
  public enum Step: Hashable, Sendable {
    /// Adds a property after the existing properties.
    case add(Property)
    /// Renames a property, which keeps its values.
    case rename(String, to: String)
    /// Redefines a property and converts its values.
    case change(Property)
    /// Drops a property; the history keeps its values.
    case drop(String)
  }

  /// The kind of change.
  public var step: Step
  /// Computes the new value of each record from its old values; nil to keep the value, or to use
  /// the default.
  public var conversion: RecordExpression?

  /// Creates a step.
  public init(_ step: Step, using conversion: RecordExpression? = nil) {
    self.step = step
    self.conversion = conversion
  }
}

struct AlteredProperty {
  /// The number in `wb_prop`; nil for a new property until a number is assigned.
  var number: Int?
  var property: Property
  var former: Property?
  var conversion: RecordExpression?
  /// Whether ``conversion`` is the default of the property.
  var isByDefault = false
  /// Whether a step contains the whole definition, which already uses the new names.
  var isRestated = false

  /// Whether numbers become percentages: 10 could be 10% or the fraction, 1000%.
  var isAmbiguousPercentage: Bool {
    conversion == nil && property.kind.storage == .percent && former?.kind.isNumeric == true
  }

  var isStricter: Bool {
    guard let former else { return true }
    return former.kind != property.kind || former.range != property.range
      || former.length != property.length || former.pattern != property.pattern
      || former.isOptional && !property.isOptional || former.isComputed != property.isComputed
      || former.isKey != property.isKey || property.isDistinct && !former.isDistinct
      || former.decimalDigits != property.decimalDigits
  }
}

extension ValueConversion {
  init(_ property: AlteredProperty, at present: Present?, zoneOffset: ((Int) -> Int)? = nil) {
    self.init(
      to: property.property, from: property.former, converts: property.conversion != nil,
      at: present, zoneOffset: zoneOffset)
  }
}

extension [AlteredProperty] {
  mutating func apply(_ steps: [Alteration], to type: String) throws(StoreError) {
    for alteration in steps {
      switch alteration.step {
      case .add(let property):
        try checkIsFree(property.name, in: type)
        append(
          AlteredProperty(
            property: property, conversion: alteration.conversion, isRestated: true))
      case .rename(let name, let next):
        let place = try place(of: name, in: type)
        if name != next, name.lowercased() != next.lowercased() { try checkIsFree(next, in: type) }
        self[place].property.name = next
      case .change(let property):
        let place = try place(of: property.name, in: type)
        self[place].property = property
        self[place].conversion = alteration.conversion
        self[place].isRestated = true
      case .drop(let name): remove(at: try place(of: name, in: type))
      }
    }
  }

  private func place(of name: String, in type: String) throws(StoreError) -> Int {
    if let place = firstIndex(where: { $0.property.name == name }) { return place }
    throw StoreError(
      .name, .noProperty(name, of: type), property: name, candidates: map(\.property.name))
  }

  private func checkIsFree(_ name: String, in type: String) throws(StoreError) {
    guard let other = first(where: { $0.property.name.lowercased() == name.lowercased() }) else {
      return
    }
    throw StoreError(
      .name, .propertyExists(type: type, definition: other.property.definition), property: name)
  }
}
