public import Records

/// A change of a property by the editing of a form.
public struct FormChange {
  /// The object with the property.
  public let subject: any Subject
  /// The name of the property.
  public internal(set) var propertyName: String
  /// The original value, which Cancel restores.
  public internal(set) var original: Value?
  /// The value set by the form; if the property has another one, it was changed by others.
  var given: Value?

  /// The current value of the property.
  public var value: Value? { subject.value(of: propertyName) }

  /// Whether the property still has the form's value.
  private var isHeld: Bool { value == given }

  var isDifferent: Bool { isHeld && given != original }

  func revert() {
    if isHeld { subject.restore(propertyName, to: original) }
  }

  func concerns(_ subject: any Subject, _ propertyName: String) -> Bool {
    self.subject === subject && self.propertyName == propertyName
  }
}

struct FormChanges {
  private var changes: [FormChange] = []

  var different: [FormChange] { changes.filter(\.isDifferent) }

  subscript(_ subject: any Subject, _ propertyName: String) -> FormChange? {
    changes.first { $0.concerns(subject, propertyName) }
  }

  /// Records a change of a property by the form.
  ///
  /// - Parameter original: the value before the change; used for the first change of the property.
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

  mutating func changeOriginal(_ subject: any Subject, _ propertyName: String, to value: Value?) {
    if let index = index(subject, propertyName) { changes[index].original = value }
  }

  /// Replaces both the original and the new value of a change.
  mutating func rebase(
    _ subject: any Subject, _ propertyName: String, on original: Value?, to value: Value?
  ) {
    guard let index = index(subject, propertyName) else { return }
    (changes[index].original, changes[index].given) = (original, value)
  }

  mutating func rename(_ subject: any Subject, _ propertyName: String, to name: String) {
    if let index = index(subject, propertyName) { changes[index].propertyName = name }
  }

  mutating func convert(
    _ subject: any Subject, _ propertyName: String, _ convert: (Value) -> Value?
  ) {
    guard let index = index(subject, propertyName) else { return }
    changes[index].original = changes[index].original.flatMap(convert)
    changes[index].given = changes[index].given.flatMap(convert)
  }

  mutating func adopt(_ others: FormChanges) { changes += others.changes }

  /// Restores the original values, last change first.
  func revert() {
    for change in changes.reversed() { change.revert() }
  }

  /// Restores the original value of a property and removes its change.
  mutating func revert(_ subject: any Subject, _ propertyName: String) {
    guard let index = index(subject, propertyName) else { return }
    changes.remove(at: index).revert()
  }

  /// Restores the original values of an object's properties, last change first, and removes the
  /// changes.
  mutating func revert(_ subject: any Subject) {
    for change in changes.reversed() where change.subject === subject { change.revert() }
    changes.removeAll { $0.subject === subject }
  }

  private func index(_ subject: any Subject, _ propertyName: String) -> Int? {
    changes.firstIndex { $0.concerns(subject, propertyName) }
  }
}
