/// A record whose properties can be watched.
///
/// A record is confined to the thread that made it.
public final class Record: Subject {
  /// The type that says which properties the record has, and their rules.
  public private(set) var type: RecordType
  /// The number of the record in its store; nil for a record that is in none.
  public let number: Int?
  /// Raised after a property of the record got another value, with its name and both values.
  public let propertyChanged = PropertyChanged()
  /// Says what all values are when those that are computed follow from the others; asked whenever
  /// one was given another value, before anybody is told.
  ///
  /// Without it the computed properties stay as they are. What it says of the others is not looked
  /// at.
  public var computation: (([Value?]) -> [Value?])?
  private var values: [Value?]

  /// Makes a record with the defaults of its type and the values given.
  ///
  /// - Parameter present: the clock for defaults that are taken from it; without one, properties
  ///   that have such a default have to be given.
  /// - Throws: `Violation` if a value breaks a rule, or a required property has none.
  public init(
    _ type: RecordType, _ given: [String: Value?] = [:], at present: Present? = nil
  ) throws(Violation) {
    self.type = type
    number = nil
    values = try type.initialValues(given, at: present, isStored: false)
  }

  /// Makes the record that a store has under a number, with one value for each property.
  public init(_ type: RecordType, number: Int, values: [Value?]) {
    precondition(values.count == type.properties.count, "a record has a value for each property")
    self.type = type
    self.number = number
    self.values = values
  }

  /// The property of this name as the type defines it; nil where there is none.
  public func property(named name: String) -> Property? { type[name] }

  /// The value of a property; nil where it has none or does not exist.
  public func value(of name: String) -> Value? {
    type.index(of: name).flatMap { values[$0] }
  }

  /// None: the lists of a record are values, whose items it knows by their `RecordID`.
  public func items(of name: String) -> [any Subject]? { nil }

  /// The value of a property; nil where it has none or does not exist.
  public subscript(name: String) -> Value? { value(of: name) }

  /// Gives a property another value, brought to its kind, and tells who listens.
  ///
  /// A list of records that a store would keep by itself, owned ones or those that refer here, can be
  /// set only in a record that is in no store.
  ///
  /// Whether the value is unique is not looked at: only a store can tell.
  ///
  /// - Throws: `Violation` if there is no such property or the value breaks its rules; the record
  ///   then is as it was.
  public func set(_ name: String, to value: Value?) throws(Violation) {
    guard let index = type.index(of: name) else {
      throw Violation.missing(name, of: type.name)
    }
    let property = type.properties[index]
    try property.checkIsGiven(isStored: number != nil)
    assign(index, try property.checked(value))
  }

  /// Why values are not as the type demands; empty for a record of a store, which judges them.
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

  /// Gives a property back a value that it had, unchecked, and tells who listens.
  ///
  /// It does nothing where there is no such property.
  public func restore(_ name: String, to value: Value?) {
    if let index = type.index(of: name) { assign(index, value) }
  }

  /// Gives properties back values that they had, unchecked, and then tells who listens.
  ///
  /// What is computed from several of them changes once. Names of no property are passed over.
  public func restore(_ former: [String: Value?]) {
    tell(
      type.properties.enumerated().compactMap { index, property in
        former[property.name].flatMap { replace(index, by: $0) }
      })
  }

  /// Takes over the values that a store has, computed ones too, telling of each that is another one
  /// now.
  public func refresh(_ current: [Value?]) {
    precondition(current.count == values.count, "a record has a value for each property")
    for (index, value) in current.enumerated() {
      if let change = replace(index, by: value) { propertyChanged.raise(self, change) }
    }
  }

  /// Takes over another definition of its type, with one value for each property that it has now, and
  /// tells that every property may have changed.
  public func redefine(as type: RecordType, values: [Value?]) {
    precondition(values.count == type.properties.count, "a record has a value for each property")
    (self.type, self.values) = (type, values)
    propertyChanged.raise(self, PropertyChange(name: nil, old: nil, new: nil))
  }

  private func assign(_ index: Int, _ value: Value?) {
    guard let change = replace(index, by: value) else { return }
    // Most records compute nothing, and a list of one change would cost as much as to tell of it.
    if computation == nil { propertyChanged.raise(self, change) } else { tell([change]) }
  }

  /// Tells of changes, and of what is computed from them.
  private func tell(_ given: [PropertyChange]) {
    guard !given.isEmpty else { return }
    var changes = given
    if let computation {
      for (index, value) in computation(values).enumerated()
      where type.properties[index].isComputed {
        if let change = replace(index, by: value) { changes.append(change) }
      }
    }
    for change in changes { propertyChanged.raise(self, change) }
  }

  /// Puts a value in the place of another; nil if they are the same.
  private func replace(_ index: Int, by value: Value?) -> PropertyChange? {
    let old = values[index]
    guard old != value else { return nil }
    values[index] = value
    return PropertyChange(name: type.properties[index].name, old: old, new: value)
  }
}

extension RecordType {
  /// The values of a new record, one for each property: those given, else the defaults.
  ///
  /// - Parameter present: the clock for defaults that are taken from it; without one, properties
  ///   that have such a default have to be given.
  /// - Throws: `Violation` if a value breaks a rule, a required property has none, or a name is
  ///   not one of the type's.
  public func initialValues(
    _ given: [String: Value?], at present: Present? = nil
  ) throws(Violation) -> [Value?] {
    try initialValues(given, at: present, isStored: true)
  }

  fileprivate func initialValues(
    _ given: [String: Value?], at present: Present?, isStored: Bool
  ) throws(Violation) -> [Value?] {
    let missing = missingProperties(given)
    guard missing.isEmpty else { throw Violation.required(missing) }
    return try draftValues(given, at: present, isStored: isStored)
  }

  /// The required properties that are not given.
  public func missingProperties(_ given: [String: Value?]) -> [String] {
    properties.filter { $0.isRequired && given[$0.name] == nil }.map(\.name)
  }

  /// The values of a record that is yet to be filled in: those given, else the defaults; required
  /// properties that are not given are nil.
  ///
  /// - Throws: `Violation` if a value breaks a rule, or a name is not one of the type's.
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
