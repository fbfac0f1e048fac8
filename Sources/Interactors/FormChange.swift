public import Records

/// A change of a property that was made while editing a form.
public struct FormChange {
  /// The object with the property.
  public let subject: any PropertySubject
  /// The name of the property.
  public internal(set) var propertyName: String
  /// The original value, which Cancel restores.
  public internal(set) var original: Value?
  /// The value that the form has set; if the current value differs, it was not set by the form.
  var given: Value?

  /// The current value of the property.
  public var value: Value? { subject.value(of: propertyName) }

  private var isHeld: Bool { value == given }

  var isDifferent: Bool { isHeld && given != original }

  func revert() {
    if isHeld { subject.restore(propertyName, to: original) }
  }

  func concerns(_ subject: any PropertySubject, _ propertyName: String) -> Bool {
    self.subject === subject && self.propertyName == propertyName
  }
}

struct FormChanges {
  private var changes: [FormChange] = []

  var different: [FormChange] { changes.filter(\.isDifferent) }

  subscript(_ subject: any PropertySubject, _ propertyName: String) -> FormChange? {
    changes.first { $0.concerns(subject, propertyName) }
  }

  /// Records a change; `original`, the value before it, is used only for the property's first
  /// change.
  mutating func note(_ subject: any PropertySubject, _ propertyName: String, original: Value?) {
    let value = subject.value(of: propertyName)
    if let index = index(subject, propertyName) {
      changes[index].given = value
    } else {
      changes.append(
        FormChange(
          subject: subject, propertyName: propertyName, original: original, given: value))
    }
  }

  mutating func changeOriginal(
    _ subject: any PropertySubject, _ propertyName: String, to value: Value?
  ) {
    if let index = index(subject, propertyName) { changes[index].original = value }
  }

  mutating func rebase(
    _ subject: any PropertySubject, _ propertyName: String, on original: Value?, to value: Value?
  ) {
    guard let index = index(subject, propertyName) else { return }
    (changes[index].original, changes[index].given) = (original, value)
  }

  mutating func rename(_ subject: any PropertySubject, _ propertyName: String, to name: String) {
    if let index = index(subject, propertyName) { changes[index].propertyName = name }
  }

  mutating func convert(
    _ subject: any PropertySubject, _ propertyName: String, _ convert: (Value) -> Value?
  ) {
    guard let index = index(subject, propertyName) else { return }
    changes[index].original = changes[index].original.flatMap(convert)
    changes[index].given = changes[index].given.flatMap(convert)
  }

  mutating func adopt(_ others: FormChanges) { changes += others.changes }

  func revert() {
    for change in changes.reversed() { change.revert() }
  }

  // The caller reverts a change only after its removal, because reverting it can change other
  // properties, such as a default that depends on the property.

  mutating func take(_ subject: any PropertySubject, _ propertyName: String) -> FormChange? {
    index(subject, propertyName).map { changes.remove(at: $0) }
  }

  mutating func take(_ subject: any PropertySubject) -> [FormChange] {
    let taken = changes.filter { $0.subject === subject }
    changes.removeAll { $0.subject === subject }
    return taken.reversed()
  }

  private func index(_ subject: any PropertySubject, _ propertyName: String) -> Int? {
    changes.firstIndex { $0.concerns(subject, propertyName) }
  }
}
