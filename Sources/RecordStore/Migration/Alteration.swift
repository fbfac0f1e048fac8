public import Expressions
public import Records

/// One thing that is changed in the definition of a type.
public struct Alteration: Hashable, Sendable {
  /// What is done.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
  public enum Step: Hashable, Sendable {
    /// A property comes after the others.
    case add(Property)
    /// A property gets another name and keeps its values.
    case rename(String, to: String)
    /// A property is defined in another way; its values are read as what they are to be.
    case change(Property)
    /// A property goes with its values, which the history keeps.
    case drop(String)
  }

  /// What is done.
  public var step: Step
  /// What gives each record its value, evaluated on the record as it was before; nil for the value
  /// that it has, or the default.
  public var conversion: RecordExpression?

  /// Makes a step.
  public init(_ step: Step, using conversion: RecordExpression? = nil) {
    self.step = step
    self.conversion = conversion
  }
}

/// A property of a type that is being altered.
struct AlteredProperty {
  /// The number in `wb_prop`; that of a property that comes is given to it later.
  var number: Int?
  var property: Property
  /// The property as it was; nil for one that comes.
  var former: Property?
  var conversion: RecordExpression?
  /// Whether the step says how the property is computed, in its next names.
  var isRestated = false

  /// Whether values that fit the former property may not fit this one.
  var isStricter: Bool {
    guard let former else { return true }
    return former.kind != property.kind || former.range != property.range
      || former.length != property.length || former.pattern != property.pattern
      || former.isOptional && !property.isOptional || former.isComputed != property.isComputed
      || former.isKey != property.isKey || property.isDistinct && !former.isDistinct
      || former.decimalDigits != property.decimalDigits
  }
}

extension [AlteredProperty] {
  /// Takes the properties through steps, one after the other.
  ///
  /// - Throws: ``StoreError`` about a property that is not there, or is there already.
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
      .name, "no such property: \(type.asName) has no \"\(name)\"", property: name,
      candidates: map(\.property.name))
  }

  private func checkIsFree(_ name: String, in type: String) throws(StoreError) {
    guard let other = first(where: { $0.property.name.lowercased() == name.lowercased() }) else {
      return
    }
    throw StoreError(
      .name, "\(type.asName) has the property \(other.property.definition) already",
      property: name)
  }
}
