import Interactors
import Records
import Testing
import Validation
import ValidationTests

/// A property of one object, edited in a field, shown by a label and observed.
final class FieldScene {
  let subject: any PropertySubject
  let field: TextFieldInteractor
  let label: LabelInteractor
  let view = FieldSpy()
  private let name: String
  /// The values reported to the observer since the scene began.
  private(set) var heard: [Value?] = []

  private init(
    _ subject: any PropertySubject, _ name: String, _ value: Value?,
    _ field: ((any PropertySubject) -> TextFieldInteractor)?
  ) throws {
    try subject.set(name, to: value)
    let property = try #require(subject.property(named: name))
    self.subject = subject
    self.name = name
    self.field = field?(subject) ?? TextFieldInteractor(subject, property)
    label = LabelInteractor(subject, property)
    label.activate()
    self.field.activate()
    self.field.view = view
    subject.propertyChanged.add { [weak self] _, change in self?.heard.append(change.new) }
  }

  /// Plays the scene with a property of a plain class, and with that of a record.
  static func play(
    _ name: String, _ value: Value?, field: ((any PropertySubject) -> TextFieldInteractor)? = nil,
    _ scene: (FieldScene) throws -> Void
  ) throws {
    let record = try record(
      Property("name", .text), Property("age", .integer, isOptional: true),
      Property("count", .integer),
      Property("height", .decimal(integerDigits: 8, fractionDigits: 1...3)),
      Property("weight", .double))
    for subject in [Person(), record] as [any PropertySubject] {
      try scene(FieldScene(subject, name, value, field))
    }
  }

  var value: Value? { subject.value(of: name) }

  var state: String { MarkedText(field.state).description }

  var isIncomplete: Bool { if case .incomplete = field.fieldState { true } else { false } }

  @discardableResult
  func press(_ key: Key) -> Bool {
    if case .rejected = field.press(key) { false } else { true }
  }

  /// Changes the property as another part of the program would.
  func set(_ value: Value?) throws { try subject.set(name, to: value) }

  func whenChanged(_ observe: @escaping (Value?) throws -> Void) {
    let name = name
    subject.propertyChanged.add { _, change in
      if change.concerns(name) { #expect(throws: Never.self) { try observe(change.new) } }
    }
  }
}
