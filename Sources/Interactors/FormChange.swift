public import Records

/// What the editing of a form has made of one property.
public struct FormChange {
  /// The object that has the property.
  public let subject: any Subject
  /// The name of the property.
  public internal(set) var propertyName: String
  /// The original value, which Cancel restores.
  public internal(set) var original: Value?
  /// What the form has given the property: anything else has come from elsewhere since.
  var given: Value?

  /// What the property has now.
  public var value: Value? { subject.value(of: propertyName) }

  /// Whether the property has what the form has given it.
  private var isHeld: Bool { value == given }

  /// Whether there is anything to accept.
  var isDifferent: Bool { isHeld && given != original }

  /// Restores the original value, unless the property got another one from elsewhere.
  func revert() {
    if isHeld { subject.restore(propertyName, to: original) }
  }

  func concerns(_ subject: any Subject, _ propertyName: String) -> Bool {
    self.subject === subject && self.propertyName == propertyName
  }
}

/// What the editing of a form has changed since it began, in that order.
struct FormChanges {
  private var changes: [FormChange] = []

  /// What is to be accepted together.
  var different: [FormChange] { changes.filter(\.isDifferent) }

  /// The change of a property that the form has given another value.
  subscript(_ subject: any Subject, _ propertyName: String) -> FormChange? {
    changes.first { $0.concerns(subject, propertyName) }
  }

  /// Notes that a property has got a value by the form.
  ///
  /// - Parameter original: what the property had before, which counts when it is noted first.
  mutating func note(_ subject: any Subject, _ propertyName: String, original: Value?) {
    let value = subject.value(of: propertyName)
    if let index = index(subject, propertyName) {
      changes[index].given = value
    } else {
      changes.append(
        FormChange(
          subject: subject, propertyName: propertyName, original: original, given: value))
    }
  }

  /// Changes the value that Cancel restores.
  mutating func changeOriginal(_ subject: any Subject, _ propertyName: String, to value: Value?) {
    if let index = index(subject, propertyName) { changes[index].original = value }
  }

  /// Gives a change another value to start from, and to lead to.
  mutating func rebase(
    _ subject: any Subject, _ propertyName: String, on original: Value?, to value: Value?
  ) {
    guard let index = index(subject, propertyName) else { return }
    (changes[index].original, changes[index].given) = (original, value)
  }

  /// Calls a property by the name that it has been given.
  mutating func rename(_ subject: any Subject, _ propertyName: String, to name: String) {
    if let index = index(subject, propertyName) { changes[index].propertyName = name }
  }

  /// Converts the values of a property whose kind has changed.
  mutating func convert(
    _ subject: any Subject, _ propertyName: String, _ convert: (Value) -> Value?
  ) {
    guard let index = index(subject, propertyName) else { return }
    changes[index].original = changes[index].original.flatMap(convert)
    changes[index].given = changes[index].given.flatMap(convert)
  }

  /// Takes in what another form has changed.
  mutating func adopt(_ others: FormChanges) { changes += others.changes }

  /// Restores the original values, the last change first.
  func revert() {
    for change in changes.reversed() { change.revert() }
  }

  /// Restores the original value of a property, and forgets the change.
  mutating func revert(_ subject: any Subject, _ propertyName: String) {
    guard let index = index(subject, propertyName) else { return }
    changes.remove(at: index).revert()
  }

  /// Restores the original values of all properties of an object, the last change first, and
  /// forgets the changes.
  mutating func revert(_ subject: any Subject) {
    for change in changes.reversed() where change.subject === subject { change.revert() }
    changes.removeAll { $0.subject === subject }
  }

  private func index(_ subject: any Subject, _ propertyName: String) -> Int? {
    changes.firstIndex { $0.concerns(subject, propertyName) }
  }
}
