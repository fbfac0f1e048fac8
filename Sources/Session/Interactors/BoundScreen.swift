internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

/// The labels and fields of an open screen, with names of their own.
final class BoundScreen: BoundInteractor {
  /// A field of the definition, and its current instance.
  struct Slot {
    let name: String
    let make: () throws(Diagnostic) -> BoundField
    /// Nil while its path is broken.
    var field: BoundField?
    /// The error while its path is broken.
    var reason: String?
  }

  /// The record of the screen; nil for a list screen.
  let record: RecordID?
  private(set) var labels: [BoundLabel] = []
  private(set) var slots: [Slot]

  init(_ name: String, on record: RecordID, _ slots: [Slot]) {
    self.record = record
    self.slots = slots
    super.init("screen", .own(name), on: record.description, Interactor())
  }

  /// Creates a list screen.
  init(_ name: String, onMany type: String) {
    record = nil
    slots = []
    super.init("screen", .own(name), on: "[\(type.asName)]", Interactor())
  }

  override var parts: [BoundInteractor] { labels + slots.compactMap(\.field) }

  subscript(name: String) -> Binding? {
    if let label = labels.first(where: { $0.name == name }) { return .label(label) }
    return ownFields.first { $0.name == name }.map(Binding.field)
  }

  var bindings: [(name: String, binding: Binding)] {
    labels.map { ($0.name, .label($0)) } + ownFields.map { ($0.name, .field($0)) }
  }

  func reason(againstField name: String) -> String? {
    slots.first { $0.field == nil && $0.name == name }?.reason
  }

  func add(_ label: BoundLabel) {
    labels.append(label)
    base.nest(label.base)
  }

  /// Creates the fields whose paths have become valid, and ends those whose paths are broken.
  func updateFields(follow: (BoundField) throws(Diagnostic) -> Void) {
    for index in slots.indices {
      do throws(Diagnostic) {
        if let field = slots[index].field {
          if !field.interactor.isEditing { try follow(field) }
        } else {
          let field = try slots[index].make()
          (slots[index].field, slots[index].reason) = (field, nil)
          base.nest(field.base)
        }
      } catch {
        if let field = slots[index].field {
          base.unnest(field.base)
          field.close()
        }
        (slots[index].field, slots[index].reason) = (nil, error.message)
      }
    }
  }

  /// Closes the labels, and the fields that are not being edited.
  func closeIdleParts() {
    for label in labels { label.close() }
    labels = []
    for index in slots.indices where slots[index].field?.interactor.isEditing == false {
      slots[index].field?.close()
      slots[index].field = nil
    }
  }

  override func close() {
    base.deactivate()
    for part in parts { part.close() }
  }
}
