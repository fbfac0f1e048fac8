/// A record with observable properties.
///
/// Only one thread may use a record at a time; to send a record to another thread, use
/// ``RecordValues``.
public final class TypedRecord: PropertySubject {
  /// The type, with its properties and their rules.
  public private(set) var type: RecordType
  /// The number of the record in its store; nil if it is not in a store.
  public let number: Int?
  /// Raised after the value of a property has changed, with the name and both values.
  public let propertyChanged = PropertyChanged()
  /// Computes all values from the current values; called after values were set or restored, before
  /// the changes are reported.
  ///
  /// If nil, computed properties keep their values. Results for properties that are neither
  /// computed nor in ``untouchedDefaults`` are ignored.
  public var computation: (([Value?]) -> [Value?])?
  /// Returns the value of a name that is not a property, such as the owner of a record in a list.
  package var derived: ((String) -> Value?)?
  /// Whether the store will determine calculated defaults, so that properties with these defaults
  /// can be nil.
  public var awaitsDefaults = false
  /// The properties that were not set, so that their calculated defaults still follow the other
  /// values.
  public var untouchedDefaults: Set<String> = []
  private var values: [Value?]

  /// Creates a record with the given values and the defaults of its type.
  ///
  /// - Parameter present: the clock for defaults; if nil, properties with a default from the clock
  ///   must be given.
  /// - Throws: `Violation` if a value breaks a rule, a required property is missing, or a name is
  ///   unknown.
  public init(
    _ type: RecordType, _ given: [String: Value?] = [:], at present: Present? = nil
  ) throws(Violation) {
    self.type = type
    number = nil
    values = try type.initialValues(given, at: present, isStored: false)
  }

  /// Creates a stored record from its number and one value for each property.
  public init(_ type: RecordType, number: Int, values: [Value?]) {
    precondition(values.count == type.properties.count, "a record needs a value for each property")
    self.type = type
    self.number = number
    self.values = values
  }

  /// Returns the property of this name; nil if there is none.
  public func property(named name: String) -> Property? { type[name] }

  /// Returns the value of a property, or of another name that the store derives; nil if there is
  /// none.
  public func value(of name: String) -> Value? {
    guard let index = type.index(of: name) else { return derived?(name) }
    return values[index]
  }

  /// Returns nil, because the lists of a record are values that refer to records by `RecordID`.
  public func items(of name: String) -> [any PropertySubject]? { nil }

  /// The same as ``value(of:)``.
  public subscript(name: String) -> Value? { value(of: name) }

  /// Sets a property to a value, converted to its kind, and notifies observers.
  ///
  /// A list maintained by a store, of owned records or of records that refer to this record, can be
  /// set only in a record that is not in a store.
  ///
  /// Uniqueness is not checked, because the check needs a store.
  ///
  /// - Throws: `Violation` if the property does not exist or the value breaks its rules; the record
  ///   is then unchanged.
  public func set(_ name: String, to value: Value?) throws(Violation) {
    guard let index = type.index(of: name) else {
      throw Violation.missing(name, of: type.name)
    }
    let property = type.properties[index]
    try property.checkIsGiven(isStored: number != nil)
    let checked =
      awaitsDefaults && value == nil && property.hasCalculatedDefault
      ? nil : try property.checked(value)
    if awaitsDefaults { untouchedDefaults.remove(name) }
    assign(index, checked)
  }

  /// Returns the violations of the properties' rules; empty for a stored record, which the store
  /// checks.
  public func violations() -> [Violation] {
    guard number == nil else { return [] }
    return zip(type.properties, values).compactMap { property, value in
      guard property.isGiven else { return nil }
      do throws(Violation) {
        _ = try property.checked(value)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Restores a former value of a property without checking it, and notifies observers.
  ///
  /// Does nothing if the property does not exist.
  public func restore(_ name: String, to value: Value?) {
    if let index = type.index(of: name) { assign(index, value) }
  }

  /// Restores former values without checking them, and then notifies observers.
  ///
  /// Properties computed from several of them change once. Unknown names are ignored.
  public func restore(_ former: [String: Value?]) {
    tell(
      type.properties.enumerated().compactMap { index, property in
        former[property.name].flatMap { replace(index, by: $0) }
      })
  }

  /// Replaces all values, including computed ones, by the values in the store, and reports each
  /// that differs.
  public func refresh(_ current: [Value?]) {
    precondition(current.count == values.count, "a record needs a value for each property")
    for (index, value) in current.enumerated() {
      if let change = replace(index, by: value) { propertyChanged.raise(self, change) }
    }
  }

  /// Replaces the type by a new definition, with one value for each property, and reports that any
  /// property may have changed.
  public func redefine(as type: RecordType, values: [Value?]) {
    precondition(values.count == type.properties.count, "a record needs a value for each property")
    (self.type, self.values) = (type, values)
    propertyChanged.raise(self, PropertyChange(name: nil, old: nil, new: nil))
  }

  /// Calls ``computation`` again, after a change outside of the record that the computation reads.
  public func recompute() { tell([], always: true) }

  private func assign(_ index: Int, _ value: Value?) {
    guard let change = replace(index, by: value) else { return }
    // Fast path: most records compute nothing, and an array for one change would double the cost.
    if computation == nil { propertyChanged.raise(self, change) } else { tell([change]) }
  }

  private func tell(_ given: [PropertyChange], always: Bool = false) {
    guard always || !given.isEmpty else { return }
    var changes = given
    if let computation {
      for (index, value) in computation(values).enumerated()
      where type.properties[index].isComputed
        || untouchedDefaults.contains(type.properties[index].name)
      {
        if let change = replace(index, by: value) { changes.append(change) }
      }
    }
    for change in changes { propertyChanged.raise(self, change) }
  }

  private func replace(_ index: Int, by value: Value?) -> PropertyChange? {
    let old = values[index]
    guard old != value else { return nil }
    values[index] = value
    return PropertyChange(name: type.properties[index].name, old: old, new: value)
  }
}

extension RecordType {
  /// Returns the values of a new record, one for each property: the given values, otherwise the
  /// defaults; nil if the store determines the default.
  ///
  /// - Parameter present: the clock for defaults; if nil, properties with a default from the clock
  ///   must be given.
  /// - Throws: `Violation` if a value breaks a rule, a required property is missing, or a name is
  ///   unknown.
  public func initialValues(
    _ given: [String: Value?], at present: Present? = nil
  ) throws(Violation) -> [Value?] {
    try initialValues(given, at: present, isStored: true)
  }

  fileprivate func initialValues(
    _ given: [String: Value?], at present: Present?, isStored: Bool
  ) throws(Violation) -> [Value?] {
    var missing = missingProperties(given)
    if !isStored {
      missing += properties.filter {
        $0.hasCalculatedDefault && !$0.isOptional && given[$0.name] == nil
      }.map(\.name)
    }
    guard missing.isEmpty else { throw Violation.required(missing) }
    return try draftValues(given, at: present, isStored: isStored)
  }

  /// Returns the names of required properties that are not given.
  public func missingProperties(_ given: [String: Value?]) -> [String] {
    properties.filter { $0.isRequired && given[$0.name] == nil }.map(\.name)
  }

  /// Returns the names of properties that are not given and whose defaults the store determines.
  public func omittedDefaults(_ given: [String: Value?]) -> Set<String> {
    guard hasCalculatedDefaults else { return [] }
    return Set(
      properties.filter { $0.hasCalculatedDefault && given[$0.name] == nil }.map(\.name))
  }

  /// Returns the values of a draft: the given values, otherwise the defaults; required properties
  /// that are not given are nil, and so are defaults that the store determines.
  ///
  /// - Throws: `Violation` if a value breaks a rule, or a name is unknown.
  public func draftValues(
    _ given: [String: Value?], at present: Present? = nil
  ) throws(Violation) -> [Value?] {
    try draftValues(given, at: present, isStored: true)
  }

  private func draftValues(
    _ given: [String: Value?], at present: Present?, isStored: Bool
  ) throws(Violation) -> [Value?] {
    if let unknown = given.keys.sorted().first(where: { self[$0] == nil }) {
      throw Violation.missing(unknown, of: name)
    }
    var values: [Value?] = []
    for property in properties {
      if let value = given[property.name] {
        try property.checkIsGiven(isStored: isStored)
        values.append(try property.checked(value))
      } else if property.isRequired {
        values.append(nil)
      } else {
        values.append(try property.initialValue(at: present))
      }
    }
    return values
  }
}
